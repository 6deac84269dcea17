/** The account: who may see it, who is signed in, the tabs, the profile and the password. */
import {
  ACCOUNT,
  expectProfile,
  expectRefused,
  expectToast,
  findCard,
  ORDERS,
  PROFILES,
  tab,
} from "./support/account.ts";
import { expect, fill, screen, test, toasts, waitFor, within } from "./support/screen.ts";
import { expectPath } from "./support/shopping.ts";

test("a visitor signs in first and then gets to the tab they wanted", async ({ open, customer }) => {
  const known = await customer();
  await open(ACCOUNT);
  await expectPath("/login?returnUrl=/account");
  const { user } = await open(ORDERS);
  await expectPath("/login?returnUrl=/account%3Ftab%3Dcommandes");
  const form = within(await screen.findByRole("tabpanel", { name: "Connexion" }));
  await fill(user, form.getByLabelText("Email"), known.email);
  await fill(user, form.getByLabelText("Mot de passe"), known.password);
  await user.click(form.getByRole("button", { name: "Se connecter" }));
  await expectPath(ORDERS);
  await waitFor(() => expect(tab("Commandes")).toHaveAttribute("aria-selected", "true"));
});

test("the side panel says who is signed in, and signs out to the home page", async ({ open, customer }) => {
  const known = await customer();
  const { user } = await open(ACCOUNT, { as: known });
  const card = await findCard();
  await card.findByText("Fatou");
  card.getByText(known.email);
  await user.click(card.getByRole("button", { name: "Déconnexion" }));
  await expectToast(/^Déconnexion réussieVous avez été déconnecté avec succès/);
  await expectPath("/");
  await open(ACCOUNT);
  await expectPath("/login?returnUrl=/account");
});

test("what is on its way is announced", async ({ open, customer, shop }) => {
  const known = await customer();
  const release = shop.network.hold(/\/rest\/v1\/(profiles|orders)/);
  const { user } = await open(ACCOUNT, { as: known });
  await screen.findByRole("status", { name: "Chargement du profil" });
  await user.click(tab("Commandes"));
  await screen.findByRole("status", { name: "Chargement de vos commandes" });
  release();
  await screen.findByRole("heading", { name: "Aucune commande pour le moment" });
  await user.click(tab("Profil"));
  await expectProfile();
  expect(screen.queryByRole("status", { name: /^Chargement/ })).toBeNull();
});

test("the tabs stand in the address, are moved by arrow keys, and keep what was typed", async ({
  open,
  customer,
}) => {
  const { user } = await open(ACCOUNT, { as: await customer() });
  await expectProfile();
  await fill(user, screen.getByLabelText(/^Ville/), "Kaya");
  tab("Profil").focus();
  for (const [key, name, address] of [
    ["ArrowRight", "Commandes", ORDERS],
    ["ArrowRight", "Liste de souhaits", "/account?tab=souhaits"],
    ["ArrowRight", "Profil", ACCOUNT],
    ["ArrowLeft", "Liste de souhaits", "/account?tab=souhaits"],
    ["ArrowLeft", "Commandes", ORDERS],
  ] as const) {
    await user.keyboard(`{${key}}`);
    await expectPath(address);
    expect(tab(name)).toHaveFocus();
    await screen.findByRole("tabpanel", { name });
    expect(screen.getAllByRole("tab", { selected: true })).toEqual([tab(name)]);
  }
  await screen.findByRole("heading", { name: "Aucune commande pour le moment" });
  await user.click(tab("Liste de souhaits"));
  await screen.findByRole("heading", { name: "Votre liste de souhaits est vide" });
  expect(screen.getByRole("link", { name: "Découvrir nos produits" })).toHaveAttribute("href", "/products");
  await user.click(tab("Profil"));
  expect(screen.getByLabelText(/^Ville/)).toHaveValue("Kaya");
});

test("the profile is sent as it was typed, with the telephone number in one form, and shown as it was saved", async ({
  open,
  customer,
  shop,
}) => {
  const known = await customer();
  const { user } = await open(ACCOUNT, { as: known });
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
    await fill(user, field(label), text);
  }
  await user.keyboard("{Enter}");
  await expectToast(/^Profil mis à jour/);
  const [sent, ...others] = shop.network.asked(PROFILES, "PATCH");
  expect(others).toEqual([]);
  expect(await sent?.json()).toEqual({
    first_name: "Fatoumata",
    last_name: "Sawadogo Kaboré",
    phone: "+22670123456",
    address: "Secteur 15, portail bleu",
    city: "Kaya",
    postal_code: "01 BP 12",
  });
  const card = await findCard();
  card.getByText("Fatoumata");
  expect(field("Téléphone")).toHaveValue("+226 70 12 34 56");

  await fill(user, field("Ville"), "");
  await user.click(screen.getByRole("button", { name: "Enregistrer" }));
  await waitFor(() => expect(toasts()).toHaveLength(2));
  expect([...(await shop.sql`select city from profiles where id = ${known.id}`)]).toEqual([{ city: null }]);
});

test("the profile form says what is wrong beside each field and keeps what was typed", async ({
  open,
  customer,
  shop,
}) => {
  const { user } = await open(ACCOUNT, { as: await customer() });
  await expectProfile();
  const wrong = {
    Prénom: ["F", "Le prénom est requis"],
    Nom: ["", "Le nom est requis"],
    Téléphone: ["7012", "Numéro de téléphone invalide"],
    Adresse: ["rue", "5 caractères au moins, ou rien"],
    Ville: ["O", "2 caractères au moins, ou rien"],
  } as const;
  for (const [label, [text]] of Object.entries(wrong)) {
    await fill(user, field(label), text);
  }
  await user.click(screen.getByRole("button", { name: "Enregistrer" }));
  for (const [label, [text, sentence]] of Object.entries(wrong)) {
    await expectRefused(field(label), sentence);
    expect(field(label)).toHaveValue(text);
  }
  expect(field("Prénom")).toHaveFocus();
  expect(toasts()).toHaveLength(0);
  expect(shop.network.asked(PROFILES, "PATCH")).toHaveLength(0);
});

test("one press saves once, and the button is locked until the answer", async ({ open, customer, shop }) => {
  const { user } = await open(ACCOUNT, { as: await customer() });
  await expectProfile();
  const release = shop.network.hold(PROFILES, "PATCH");
  await user.dblClick(screen.getByRole("button", { name: "Enregistrer" }));
  const busy = await screen.findByRole("button", { name: "Enregistrement..." });
  expect(busy).toHaveAttribute("aria-disabled", "true");
  await user.type(field("Ville"), "{Enter}");
  release();
  await expectToast(/^Profil mis à jour/);
  expect(shop.network.asked(PROFILES, "PATCH")).toHaveLength(1);
});

test("the password form says what is missing, wrong or the same as before, beside its field", async ({
  open,
  customer,
  shop,
}) => {
  const known = await customer();
  const { user } = await open(ACCOUNT, { as: known });
  await expectProfile();
  const current = screen.getByLabelText("Mot de passe actuel");
  const next = screen.getByLabelText("Nouveau mot de passe");
  const confirm = screen.getByLabelText("Confirmer le nouveau mot de passe");
  const submit = screen.getByRole("button", { name: "Changer le mot de passe" });
  async function submitAs(...texts: [string, string, string]) {
    for (const [index, input] of [current, next, confirm].entries()) {
      await fill(user, input, texts[index] ?? "");
    }
    await user.click(submit);
  }
  await user.click(submit);
  await expectRefused(current, "Le mot de passe actuel est requis.");
  await expectRefused(next, "Le mot de passe doit contenir au moins 6 caractères");
  await expectRefused(confirm, "Veuillez confirmer votre mot de passe");

  await submitAs("un autre", "nouveau-mot-1", "nouveau-mot-2");
  await expectRefused(confirm, "Les mots de passe ne correspondent pas");
  expect(shop.network.asked(/auth\/v1\/user/, "PUT")).toHaveLength(0);

  await submitAs("un autre", "nouveau-mot-1", "nouveau-mot-1");
  await expectRefused(current, "Le mot de passe actuel est incorrect.");
  expect(current).toHaveFocus();
  expect(next).toHaveValue("nouveau-mot-1");

  await submitAs(known.password, known.password, known.password);
  await expectRefused(next, "Le nouveau mot de passe doit être différent de l'actuel.");
  expect(toasts()).toHaveLength(0);
});

/** A field by its label, also where it says that it may stay empty. */
function field(label: string): HTMLElement {
  return screen.getByLabelText(new RegExp(`^${label}( \\(|$)`));
}
