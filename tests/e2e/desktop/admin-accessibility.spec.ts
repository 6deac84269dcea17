/** No finding of axe on the back office's screens and states, on a phone and on a desktop. */
import { expectNoFindings } from "../support/axe.ts";
import { expect, expectScreen, forgive, hold, openOffice, test } from "../support/office.ts";

test("the sign-in page and its errors", async ({ page }) => {
  await page.goto("/admin/login");
  await expect(page.getByRole("button", { name: "Se connecter" })).toBeVisible();
  await expectNoFindings(page);
  await page.getByRole("button", { name: "Se connecter" }).click();
  await expect(page.getByText("L'email est requis")).toBeVisible();
  await expectNoFindings(page);
});

test("the dashboard, its menus, and the menu folded or as a sheet", async ({ page, shop, administrator }) => {
  await openOffice(page, shop, await administrator());
  await expect(page.getByRole("table", { name: "Les dernières commandes" })).toBeVisible();
  await expectNoFindings(page);
  for (const name of [/^En attente/, "Réglages", /^Compte de/]) {
    await page.getByRole("button", { name }).click();
    await expectNoFindings(page);
    await page.keyboard.press("Escape");
  }
  await page.keyboard.press("Control+b");
  await expectNoFindings(page);
});

test("the settings, their errors and the question before leaving", async ({ page, shop, administrator }) => {
  await openOffice(page, shop, await administrator(), "/admin/settings");
  await page.getByLabel("Nom de la boutique").fill("");
  await page.getByLabel("Texte du bandeau").fill("95%");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("Le nom de la boutique est requis")).toBeVisible();
  await expectNoFindings(page);
  await page.getByRole("button", { name: /^En attente/ }).click();
  await page.getByRole("link", { name: /^Messages non lus/ }).click();
  await expect(page.getByRole("dialog", { name: "Quitter sans enregistrer ?" })).toBeVisible();
  await expectNoFindings(page);
});

test("the search with and without hits, and the list of customers", async ({
  page,
  shop,
  administrator,
  isMobile,
}) => {
  await openOffice(page, shop, await administrator(), "/admin/users");
  await expect(page.getByRole("table")).toBeVisible();
  await expectNoFindings(page);
  if (isMobile) await page.getByRole("button", { name: "Rechercher", exact: true }).click();
  const field = page.getByRole("combobox", { name: /^Rechercher produits/ });
  await field.fill("ma");
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expectNoFindings(page);
  await field.fill("zzqqxx");
  await expect(page.getByRole("search").getByRole("status")).toHaveText("Aucun résultat.");
  await expectNoFindings(page);
});

test("what is loading and what failed", async ({ page, shop, administrator, pageErrors }) => {
  const admitted = await hold(page, "**/rest/v1/admin_users?*");
  await openOffice(page, shop, await administrator());
  await expect(page.getByRole("status", { name: "Chargement" })).toBeVisible();
  await expectNoFindings(page);
  await admitted.release();
  await expectScreen(page, "Tableau de bord");
  await page.route(/\/rest\/v1\/(products|orders)\?/, (route) =>
    route.fulfill({ status: 500, json: { message: "panne" } }),
  );
  await page.getByRole("button", { name: "Actualiser les données" }).click();
  await expect(page.getByRole("main").getByRole("alert").first()).toBeVisible();
  await expectNoFindings(page);
  await page.route("**/rest/v1/admin_users?*", (route) =>
    route.fulfill({ status: 500, json: { message: "panne" } }),
  );
  await page.goto("/admin/reviews");
  await expect(page.getByText(/n'a pas pu s'ouvrir/)).toBeVisible();
  await expectNoFindings(page);
  forgive(pageErrors, /status of 500|load |office: |panne|React Router/);
});
