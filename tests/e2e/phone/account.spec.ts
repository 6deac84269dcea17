/**
 * The account on a phone: its tabs in the history, and the profile and the password by keyboard, up to the
 * database.
 */
import {
  expectProfile,
  getAccountCard,
  getTab,
  ORDERS_PATH,
  openSignedIn,
} from "#tests/support/e2e/account.ts";
import { signInOverApi } from "#tests/support/e2e/customer.ts";
import { expect, test } from "#tests/support/e2e/fixtures.ts";
import { tabTo } from "#tests/support/e2e/keyboard.ts";
import { getToasts } from "#tests/support/e2e/toasts.ts";

test("a reload and the back button restore the tab", async ({ page, shop, customer }) => {
  await openSignedIn(page, shop, await customer());
  await getTab(page, "Commandes").click();
  await expect(page).toHaveURL(ORDERS_PATH);
  await expect(page.getByRole("tabpanel", { name: "Commandes" })).toBeVisible();
  await page.getByRole("link", { name: "Découvrir nos produits" }).click();
  await expect(page).toHaveURL("/products");
  await page.goBack();
  await expect(getTab(page, "Commandes")).toHaveAttribute("aria-selected", "true");
  await page.reload();
  await expect(getTab(page, "Commandes")).toHaveAttribute("aria-selected", "true");
});

test("the profile is saved by keyboard alone", { tag: "@long" }, async ({ page, shop, customer }) => {
  const account = await customer();
  await openSignedIn(page, shop, account);
  await expectProfile(page);
  await tabTo(page, page.getByLabel("Prénom"));
  for (const text of ["Fatoumata", "Sawadogo Kaboré", "70 12 34 56", "Secteur 15, portail bleu", "Kaya"]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.type("01 BP 12");
  await page.keyboard.press("Enter");
  await expect(getToasts(page)).toContainText(["Profil mis à jour"]);
  await expect(getAccountCard(page)).toContainText("Fatoumata");
  const [row] = await shop.sql`select first_name, phone, city from profiles where id = ${account.id}`;
  expect(row).toEqual({ first_name: "Fatoumata", phone: "+22670123456", city: "Kaya" });
  await page.reload();
  await expect(page.getByLabel("Adresse")).toHaveValue("Secteur 15, portail bleu");
});

test("the password is changed by keyboard; this session continues, the others end", { tag: "@long" }, async ({
  page,
  shop,
  customer,
}) => {
  const account = await customer();
  await openSignedIn(page, shop, account);
  await signInOverApi(shop, account);
  const sessions = () => shop.sql`select id from auth.sessions where user_id = ${account.id}`;
  expect(await sessions()).toHaveLength(2);
  await expectProfile(page);
  const current = page.getByLabel("Mot de passe actuel");
  await expect(current).toBeHidden();
  await tabTo(page, page.getByRole("main").locator("summary"));
  await page.keyboard.press("Enter");
  await expect(current).toBeVisible();
  await current.fill(account.password);
  await page.getByLabel("Nouveau mot de passe", { exact: true }).fill("nouveau-mot-1");
  await page.getByLabel("Confirmer le nouveau mot de passe").fill("nouveau-mot-1");
  await page.keyboard.press("Enter");
  await expect(getToasts(page)).toContainText(["Mot de passe modifié"]);
  await expect(current).toBeHidden();
  await expect(page.getByRole("main").locator("summary")).toBeFocused();
  expect(await sessions()).toHaveLength(1);
  await page.reload();
  await expectProfile(page);
  await signInOverApi(shop, { email: account.email, password: "nouveau-mot-1" });
});
