/** The account on a phone: its tabs in the history, and the profile and the password from the keyboard to the database. */
import { card, expectProfile, ORDERS, openAs, tab, tabTo, toasts } from "../support/account.ts";
import { expect, signInOver, test } from "../support/shopper.ts";

test("a tab is found again by a reload and on the way back", async ({ page, shop, customer }) => {
  await openAs(page, shop, await customer());
  await tab(page, "Commandes").click();
  await expect(page).toHaveURL(ORDERS);
  await expect(page.getByRole("tabpanel", { name: "Commandes" })).toBeVisible();
  await page.getByRole("link", { name: "Découvrir nos produits" }).click();
  await expect(page).toHaveURL("/products");
  await page.goBack();
  await expect(tab(page, "Commandes")).toHaveAttribute("aria-selected", "true");
  await page.reload();
  await expect(tab(page, "Commandes")).toHaveAttribute("aria-selected", "true");
});

test("the profile is saved by keyboard alone", async ({ page, shop, customer }) => {
  const known = await customer();
  await openAs(page, shop, known);
  await expectProfile(page);
  await tabTo(page, page.getByLabel("Prénom"));
  for (const text of ["Fatoumata", "Sawadogo Kaboré", "70 12 34 56", "Secteur 15, portail bleu", "Kaya"]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.type("01 BP 12");
  await page.keyboard.press("Enter");
  await expect(toasts(page)).toContainText(["Profil mis à jour"]);
  await expect(card(page)).toContainText("Fatoumata");
  const [row] = await shop.sql`select first_name, phone, city from profiles where id = ${known.id}`;
  expect(row).toEqual({ first_name: "Fatoumata", phone: "+22670123456", city: "Kaya" });
  await page.reload();
  await expect(page.getByLabel("Adresse")).toHaveValue("Secteur 15, portail bleu");
});

test("the password is changed by keyboard; this session goes on, the others end", async ({
  page,
  shop,
  customer,
}) => {
  const known = await customer();
  await openAs(page, shop, known);
  await signInOver(shop, known);
  const sessions = () => shop.sql`select id from auth.sessions where user_id = ${known.id}`;
  expect(await sessions()).toHaveLength(2);
  await expectProfile(page);
  const current = page.getByLabel("Mot de passe actuel");
  await expect(current).toBeHidden();
  await tabTo(page, page.locator("summary"));
  await page.keyboard.press("Enter");
  await expect(current).toBeVisible();
  await current.fill(known.password);
  await page.getByLabel("Nouveau mot de passe", { exact: true }).fill("nouveau-mot-1");
  await page.getByLabel("Confirmer le nouveau mot de passe").fill("nouveau-mot-1");
  await page.keyboard.press("Enter");
  await expect(toasts(page)).toContainText(["Mot de passe modifié"]);
  await expect(current).toBeHidden();
  await expect(page.locator("summary")).toBeFocused();
  expect(await sessions()).toHaveLength(1);
  await page.reload();
  await expectProfile(page);
  await signInOver(shop, { email: known.email, password: "nouveau-mot-1" });
});
