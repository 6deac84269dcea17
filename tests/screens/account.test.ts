/** The account: access, the side panel, the tabs, the profile and the password. */
import {
  ACCOUNT_PATH,
  expectFieldError,
  expectProfile,
  findAccountCard,
  getTab,
  ORDERS_PATH,
  PROFILES_URL,
} from "#tests/support/screens/account.ts";
import { expectPath } from "#tests/support/screens/checkout.ts";
import { expect, fillField, screen, test, waitFor, within } from "#tests/support/screens/screen.ts";
import { expectOnlyToast, getToasts } from "#tests/support/screens/toasts.ts";

test("a visitor signs in first and is then redirected to the requested tab", async ({ open, customer }) => {
  const account = await customer();
  await open(ACCOUNT_PATH);
  await expectPath("/login?returnUrl=/account");
  const { user } = await open(ORDERS_PATH);
  await expectPath("/login?returnUrl=/account%3Ftab%3Dcommandes");
  const form = within(await screen.findByRole("tabpanel", { name: "Connexion" }));
  await fillField(user, form.getByLabelText("Email"), account.email);
  await fillField(user, form.getByLabelText("Mot de passe"), account.password);
  await user.click(form.getByRole("button", { name: "Se connecter" }));
  await expectPath(ORDERS_PATH);
  await waitFor(() => expect(getTab("Commandes")).toHaveAttribute("aria-selected", "true"));
});

test("the side panel names the signed-in customer, and signs out to the home page", async ({
  open,
  customer,
}) => {
  const account = await customer();
  const { user } = await open(ACCOUNT_PATH, { as: account });
  const card = await findAccountCard();
  await card.findByText("Fatou");
  card.getByText(account.email);
  await user.click(card.getByRole("button", { name: "Déconnexion" }));
  await expectOnlyToast(/^Déconnexion réussieVous avez été déconnecté avec succès/);
  await expectPath("/");
  await open(ACCOUNT_PATH);
  await expectPath("/login?returnUrl=/account");
});

test("loading content is announced", async ({ open, customer, shop }) => {
  const account = await customer();
  const release = shop.network.hold(/\/rest\/v1\/(profiles|orders)/);
  const { user } = await open(ACCOUNT_PATH, { as: account });
  await screen.findByRole("status", { name: "Chargement du profil" });
  await user.click(getTab("Commandes"));
  await screen.findByRole("status", { name: "Chargement de vos commandes" });
  release();
  await screen.findByRole("heading", { name: "Aucune commande pour le moment" });
  await user.click(getTab("Profil"));
  await expectProfile();
  expect(screen.queryByRole("status", { name: /^Chargement/ })).toBeNull();
});

test("the tabs are in the URL, are moved by arrow keys, and retain what was typed", async ({
  open,
  customer,
}) => {
  const { user } = await open(ACCOUNT_PATH, { as: await customer() });
  await expectProfile();
  await fillField(user, screen.getByLabelText(/^Ville/), "Kaya");
  getTab("Profil").focus();
  for (const [key, name, address] of [
    ["ArrowRight", "Commandes", ORDERS_PATH],
    ["ArrowRight", "Liste de souhaits", "/account?tab=souhaits"],
    ["ArrowRight", "Profil", ACCOUNT_PATH],
    ["ArrowLeft", "Liste de souhaits", "/account?tab=souhaits"],
    ["ArrowLeft", "Commandes", ORDERS_PATH],
  ] as const) {
    await user.keyboard(`{${key}}`);
    await expectPath(address);
    expect(getTab(name)).toHaveFocus();
    await screen.findByRole("tabpanel", { name });
    expect(screen.getAllByRole("tab", { selected: true })).toEqual([getTab(name)]);
  }
  await screen.findByRole("heading", { name: "Aucune commande pour le moment" });
  await user.click(getTab("Liste de souhaits"));
  await screen.findByRole("heading", { name: "Votre liste de souhaits est vide" });
  expect(screen.getByRole("link", { name: "Découvrir nos produits" })).toHaveAttribute("href", "/products");
  await user.click(getTab("Profil"));
  expect(screen.getByLabelText(/^Ville/)).toHaveValue("Kaya");
});

test("the profile is sent as typed, with a normalized phone number, and shown as saved", async ({
  open,
  customer,
  shop,
}) => {
  const account = await customer();
  const { user } = await open(ACCOUNT_PATH, { as: account });
  await expectProfile();
  expect(screen.getByLabelText("Téléphone")).toHaveValue("+226 76 54 32 10");
  const typed = {
    Prénom: "Fatoumata",
    Nom: "Sawadogo Kaboré",
    Téléphone: "70 12 34 56",
    Adresse: "Secteur 15, portail bleu",
    Ville: "Kaya",
    "Code postal": "01 BP 12",
  };
  for (const [label, text] of Object.entries(typed)) {
    await fillField(user, field(label), text);
  }
  await user.keyboard("{Enter}");
  await expectOnlyToast(/^Profil mis à jour/);
  const [sent, ...others] = shop.network.listRequests(PROFILES_URL, "PATCH");
  expect(others).toEqual([]);
  expect(await sent?.json()).toEqual({
    first_name: "Fatoumata",
    last_name: "Sawadogo Kaboré",
    phone: "+22670123456",
    address: "Secteur 15, portail bleu",
    city: "Kaya",
    postal_code: "01 BP 12",
  });
  const card = await findAccountCard();
  card.getByText("Fatoumata");
  expect(field("Téléphone")).toHaveValue("+226 70 12 34 56");

  await fillField(user, field("Ville"), "");
  await user.click(screen.getByRole("button", { name: "Enregistrer" }));
  await waitFor(() => expect(getToasts()).toHaveLength(2));
  expect([...(await shop.sql`select city from profiles where id = ${account.id}`)]).toEqual([{ city: null }]);
});

test("what is typed and sent while the profile is loading is saved once it has loaded", async ({
  open,
  customer,
  shop,
}) => {
  const account = await customer();
  const release = shop.network.hold(PROFILES_URL, "GET");
  const { user } = await open(ACCOUNT_PATH, { as: account });
  await fillField(user, await screen.findByLabelText(/^Ville/), "Kaya");
  await user.click(screen.getByRole("button", { name: "Enregistrer" }));
  await screen.findByRole("button", { name: "Enregistrement..." });
  release();
  await expectOnlyToast(/^Profil mis à jour/);
  expect(field("Prénom")).toHaveValue("Fatou");
  const rows = await shop.sql`select first_name, city from profiles where id = ${account.id}`;
  expect([...rows]).toEqual([{ first_name: "Fatou", city: "Kaya" }]);
});

test("the profile form shows an error beside each field and retains its values", async ({
  open,
  customer,
  shop,
}) => {
  const { user } = await open(ACCOUNT_PATH, { as: await customer() });
  await expectProfile();
  const wrong = {
    Prénom: ["F", "Le prénom est requis"],
    Nom: ["", "Le nom est requis"],
    Téléphone: ["7012", "Numéro de téléphone invalide"],
    Adresse: ["rue", "5 caractères au moins, ou rien"],
    Ville: ["O", "2 caractères au moins, ou rien"],
  } as const;
  for (const [label, [text]] of Object.entries(wrong)) {
    await fillField(user, field(label), text);
  }
  await user.click(screen.getByRole("button", { name: "Enregistrer" }));
  for (const [label, [text, sentence]] of Object.entries(wrong)) {
    await expectFieldError(field(label), sentence);
    expect(field(label)).toHaveValue(text);
  }
  expect(field("Prénom")).toHaveFocus();
  expect(getToasts()).toHaveLength(0);
  expect(shop.network.listRequests(PROFILES_URL, "PATCH")).toHaveLength(0);
});

test("a double click saves once, and the button is disabled until the response", async ({
  open,
  customer,
  shop,
}) => {
  const { user } = await open(ACCOUNT_PATH, { as: await customer() });
  await expectProfile();
  const release = shop.network.hold(PROFILES_URL, "PATCH");
  await user.dblClick(screen.getByRole("button", { name: "Enregistrer" }));
  const busy = await screen.findByRole("button", { name: "Enregistrement..." });
  expect(busy).toHaveAttribute("aria-disabled", "true");
  await user.type(field("Ville"), "{Enter}");
  release();
  await expectOnlyToast(/^Profil mis à jour/);
  expect(shop.network.listRequests(PROFILES_URL, "PATCH")).toHaveLength(1);
});

test("the password form says beside the field what is missing, wrong or unchanged", async ({
  open,
  customer,
  shop,
}) => {
  const account = await customer();
  const { user } = await open(ACCOUNT_PATH, { as: account });
  await expectProfile();
  const current = screen.getByLabelText("Mot de passe actuel");
  const next = screen.getByLabelText("Nouveau mot de passe");
  const confirm = screen.getByLabelText("Confirmer le nouveau mot de passe");
  const submit = screen.getByRole("button", { name: "Changer le mot de passe" });
  async function submitAs(...texts: [string, string, string]) {
    for (const [index, input] of [current, next, confirm].entries()) {
      await fillField(user, input, texts[index] ?? "");
    }
    await user.click(submit);
  }
  await user.click(submit);
  await expectFieldError(current, "Le mot de passe actuel est requis.");
  await expectFieldError(next, "Le mot de passe doit contenir au moins 6 caractères");
  await expectFieldError(confirm, "Veuillez confirmer votre mot de passe");

  await submitAs("un autre", "nouveau-mot-1", "nouveau-mot-2");
  await expectFieldError(confirm, "Les mots de passe ne correspondent pas");
  expect(shop.network.listRequests(/auth\/v1\/user/, "PUT")).toHaveLength(0);

  await submitAs("un autre", "nouveau-mot-1", "nouveau-mot-1");
  await expectFieldError(current, "Le mot de passe actuel est incorrect.");
  expect(current).toHaveFocus();
  expect(next).toHaveValue("nouveau-mot-1");

  await submitAs(account.password, account.password, account.password);
  await expectFieldError(next, "Le nouveau mot de passe doit être différent de l'actuel.");
  expect(getToasts()).toHaveLength(0);
});

/** A field by its label, with or without the mark of an optional field. */
function field(label: string): HTMLElement {
  return screen.getByLabelText(new RegExp(`^${label}( \\(|$)`));
}
