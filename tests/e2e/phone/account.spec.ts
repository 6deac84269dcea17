/** The account on a phone and on a desktop: who is signed in, the tabs, the profile and the password. */
import { ACCOUNT, card, expectProfile, ORDERS, openAs, tab, tabTo, toasts } from "../support/account.ts";
import { expect, expectLogged, forgive, signInOver, test } from "../support/shopper.ts";

test("a visitor signs in first and then gets to the tab they wanted", async ({ page, customer }) => {
  const known = await customer();
  await page.goto(ACCOUNT);
  await expect(page).toHaveURL("/login?returnUrl=/account");
  await page.goto(ORDERS);
  await expect(page).toHaveURL("/login?returnUrl=/account%3Ftab%3Dcommandes");
  const form = page.getByRole("tabpanel", { name: "Connexion" });
  await form.getByLabel("Email").fill(known.email);
  await form.getByLabel("Mot de passe").fill(known.password);
  await form.getByRole("button", { name: "Se connecter" }).click();
  await expect(page).toHaveURL(ORDERS);
  await expect(tab(page, "Commandes")).toHaveAttribute("aria-selected", "true");
});

test("the header's menu leads to the account", async ({ page, shop, customer, isMobile }) => {
  const known = await customer();
  await openAs(page, shop, known, "/cart");
  const control = page.getByRole("banner").getByRole("button", { name: known.email.split("@")[0] ?? "" });
  if (isMobile) await control.tap();
  else await control.hover();
  await page.getByRole("banner").getByRole("link", { name: "Mon compte" }).click();
  await expect(page).toHaveURL(ACCOUNT);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mon compte");
  await expectProfile(page);
});

test("the side panel says who is signed in, and signs out to the home page", async ({
  page,
  shop,
  customer,
}) => {
  const known = await customer();
  await openAs(page, shop, known);
  await expect(card(page)).toContainText("Fatou");
  await expect(card(page)).toContainText(known.email);
  await card(page).getByRole("button", { name: "Déconnexion" }).click();
  await expect(toasts(page)).toContainText(["Déconnexion réussieVous avez été déconnecté avec succès"]);
  await expect(page).toHaveURL("/");
  await page.goto(ACCOUNT);
  await expect(page).toHaveURL("/login?returnUrl=/account");
});

test("the tabs stand in the address, are moved by arrow keys, and keep what was typed", async ({
  page,
  shop,
  customer,
}) => {
  await openAs(page, shop, await customer());
  await expectProfile(page);
  await page.getByLabel("Ville").fill("Kaya");
  await tab(page, "Profil").focus();
  for (const [key, name, address] of [
    ["ArrowRight", "Commandes", ORDERS],
    ["ArrowRight", "Liste de souhaits", "/account?tab=souhaits"],
    ["ArrowRight", "Profil", ACCOUNT],
    ["ArrowLeft", "Liste de souhaits", "/account?tab=souhaits"],
    ["ArrowLeft", "Commandes", ORDERS],
  ] as const) {
    await page.keyboard.press(key);
    await expect(tab(page, name)).toBeFocused();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole("tabpanel", { name })).toBeVisible();
  }
  await page.getByRole("link", { name: "Découvrir nos produits" }).click();
  await expect(page).toHaveURL("/products");
  await page.goBack();
  await expect(tab(page, "Commandes")).toHaveAttribute("aria-selected", "true");
  await page.reload();
  await expect(tab(page, "Commandes")).toHaveAttribute("aria-selected", "true");
  await tab(page, "Profil").click();
  await page.getByLabel("Ville").fill("Kaya");
  await tab(page, "Commandes").click();
  await tab(page, "Profil").click();
  await expect(page.getByLabel("Ville")).toHaveValue("Kaya");
});

test("the profile is saved, by keyboard alone, and the toast comes after the server said yes", async ({
  page,
  shop,
  customer,
}) => {
  const known = await customer();
  await openAs(page, shop, known);
  await expectProfile(page);
  await expect(page.getByLabel("Téléphone")).toHaveValue("+226 76 54 32 10");
  await tabTo(page, page.getByLabel("Prénom"));
  await page.keyboard.type("Fatoumata");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Sawadogo Kaboré");
  await page.keyboard.press("Tab");
  await page.keyboard.type("70 12 34 56");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Secteur 15, portail bleu");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Kaya");
  await page.keyboard.press("Tab");
  await page.keyboard.type("01 BP 12");
  const asked = page.waitForRequest((request) => request.method() === "PATCH");
  await page.keyboard.press("Enter");
  expect((await asked).postDataJSON()).toEqual({
    first_name: "Fatoumata",
    last_name: "Sawadogo Kaboré",
    phone: "+22670123456",
    address: "Secteur 15, portail bleu",
    city: "Kaya",
    postal_code: "01 BP 12",
  });
  await expect(toasts(page)).toContainText(["Profil mis à jour"]);
  await expect(card(page)).toContainText("Fatoumata");
  await expect(page.getByLabel("Téléphone")).toHaveValue("+226 70 12 34 56");
  const [row] = await shop.sql`select first_name, city from profiles where id = ${known.id}`;
  expect(row).toEqual({ first_name: "Fatoumata", city: "Kaya" });
  await page.reload();
  await expect(page.getByLabel("Adresse")).toHaveValue("Secteur 15, portail bleu");

  await page.getByLabel("Ville").fill("");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(toasts(page)).toContainText(["Profil mis à jour"]);
  expect([...(await shop.sql`select city from profiles where id = ${known.id}`)]).toEqual([{ city: null }]);
});

test("the profile form says what is wrong beside each field and keeps what was typed", async ({
  page,
  shop,
  customer,
}) => {
  await openAs(page, shop, await customer());
  await expectProfile(page);
  const wrong = {
    Prénom: ["F", "Le prénom est requis"],
    Nom: ["", "Le nom est requis"],
    Téléphone: ["7012", "Numéro de téléphone invalide"],
    Adresse: ["rue", "5 caractères au moins, ou rien"],
    Ville: ["O", "2 caractères au moins, ou rien"],
  } as const;
  const field = (label: string) => page.getByLabel(new RegExp(`^${label}( \\(|$)`));
  for (const [label, [text]] of Object.entries(wrong)) await field(label).fill(text);
  await page.getByRole("button", { name: "Enregistrer" }).click();
  for (const [label, [text, message]] of Object.entries(wrong)) {
    await expect(field(label)).toHaveValue(text);
    await expect(field(label)).toHaveAttribute("aria-invalid", "true");
    await expect(field(label)).toHaveAccessibleDescription(new RegExp(message));
  }
  await expect(field("Prénom")).toBeFocused();
  await expect(toasts(page)).toHaveCount(0);
});

test("the password is changed after the current one was shown; this session goes on, the others end", async ({
  page,
  shop,
  customer,
  pageErrors,
}) => {
  const known = await customer();
  await openAs(page, shop, known);
  await signInOver(shop, known);
  const sessions = () => shop.sql`select id from auth.sessions where user_id = ${known.id}`;
  expect(await sessions()).toHaveLength(2);
  await expectProfile(page);

  const [current, next, confirm] = [
    page.getByLabel("Mot de passe actuel"),
    page.getByLabel("Nouveau mot de passe", { exact: true }),
    page.getByLabel("Confirmer le nouveau mot de passe"),
  ];
  const submit = page.getByRole("button", { name: "Changer le mot de passe" });
  await expect(current).toBeHidden();
  await tabTo(page, page.locator("summary"));
  await page.keyboard.press("Enter");
  await expect(current).toBeVisible();
  await submit.click();
  await expect(current).toHaveAccessibleDescription(/Le mot de passe actuel est requis\./);
  await expect(next).toHaveAccessibleDescription(/Le mot de passe doit contenir au moins 6 caractères/);
  await expect(confirm).toHaveAccessibleDescription(/Veuillez confirmer votre mot de passe/);

  await current.fill("un autre");
  await next.fill("nouveau-mot-1");
  await confirm.fill("nouveau-mot-2");
  await submit.click();
  await expect(confirm).toHaveAccessibleDescription(/Les mots de passe ne correspondent pas/);
  await confirm.fill("nouveau-mot-1");
  await submit.click();
  await expect(current).toHaveAccessibleDescription(/Le mot de passe actuel est incorrect\./);
  await expect(current).toBeFocused();
  await expect(next).toHaveValue("nouveau-mot-1");

  await current.fill(known.password);
  await next.fill(known.password);
  await confirm.fill(known.password);
  await submit.click();
  await expect(next).toHaveAccessibleDescription(/Le nouveau mot de passe doit être différent de l'actuel\./);

  await next.fill("nouveau-mot-1");
  await confirm.fill("nouveau-mot-1");
  await page.keyboard.press("Enter");
  await expect(toasts(page)).toContainText(["Mot de passe modifié"]);
  await expect(current).toBeHidden();
  await expect(page.locator("summary")).toBeFocused();
  expect(await sessions()).toHaveLength(1);
  await page.reload();
  await expectProfile(page);
  await signInOver(shop, { email: known.email, password: "nouveau-mot-1" });
  await expectLogged(pageErrors, /status of 400/);
  forgive(pageErrors, /status of 422/);
});
