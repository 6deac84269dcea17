/** The product list of the admin by keyboard, and its CSV files. */
import { readFile } from "node:fs/promises";
import { expectScreen, openAdmin } from "#tests/support/e2e/admin.ts";
import { getProductRows } from "#tests/support/e2e/admin-products.ts";
import { xofPattern } from "#tests/support/e2e/customer.ts";
import { expect, test } from "#tests/support/e2e/fixtures.ts";
import { focusByTab, pressEnterOn, pressKey, typeInto } from "#tests/support/e2e/keyboard.ts";
import { getToasts } from "#tests/support/e2e/toasts.ts";

const GREEN = "rgb(227, 242, 233)";
const YELLOW = "rgb(253, 240, 207)";
const RED = "rgb(251, 234, 227)";

test("the stock has the documented colors, and a product is deleted by keyboard", async ({
  page,
  shop,
  products,
  administrator,
}) => {
  const [, , , screws] = await products.addAll(
    { name: "Scie", stock: 0, created_at: "2001-01-04" },
    { name: "Seau", stock: 1, created_at: "2001-01-03" },
    { name: "Perceuse", stock: 10, created_at: "2001-01-02" },
    { name: "Vis", stock: 11, created_at: "2001-01-01" },
  );
  await openAdmin(page, shop, await administrator(), `/admin/products?search=${products.uniqueWord}`);
  await expectScreen(page, "Produits");
  await expect(getProductRows(page)).toHaveCount(4);
  const badges = await page
    .getByRole("table")
    .locator(".badge")
    .evaluateAll((all) => all.map((badge) => [badge.textContent, getComputedStyle(badge).backgroundColor]));
  // The order of a search is that of its matches.
  expect(Object.fromEntries(badges)).toEqual({
    Rupture: RED,
    "1 en stock": YELLOW,
    "10 en stock": YELLOW,
    "11 en stock": GREEN,
  });

  const remove = page.getByRole("button", { name: `Supprimer ${screws?.name}` });
  const dialog = page.getByRole("dialog", { name: "Supprimer un produit" });
  await remove.focus();
  await pressKey(page, "Enter");
  await expect(dialog).toBeVisible();
  await pressKey(page, "Escape");
  await expect(dialog).toBeHidden();
  await expect(remove).toBeFocused();
  await pressKey(page, "Enter");
  await pressEnterOn(page, dialog.getByRole("button", { name: "Supprimer" }));
  await expect(getToasts(page).first()).toContainText("Produit supprimé");
  await expect(getProductRows(page)).toHaveCount(3);
  expect((await products.list()).map(({ name }) => name)).not.toContain(screws?.name);
});

test("selected products are changed together by keyboard", { tag: "@long" }, async ({
  page,
  shop,
  products,
  administrator,
}) => {
  await products.addAll(
    { name: "Scie", price: 999, stock: 2 },
    { name: "Seau", price: 9500, old_price: 10_000, stock: 8 },
    { name: "Vis", price: 100, stock: 500 },
  );
  await openAdmin(
    page,
    shop,
    await administrator(),
    `/admin/products?search=${products.uniqueWord}&sort=name`,
  );
  const bar = page.getByRole("region", { name: "Produits choisis" });
  const dialog = page.getByRole("dialog", { name: "Modifier 2 produits" });
  const all = page.getByRole("checkbox", { name: "Choisir toute la page" });
  const box = page.getByRole("checkbox", { name: `Choisir Vis ${products.uniqueWord}` });
  await focusByTab(page, all);
  await pressKey(page, "Space");
  await expect(bar).toContainText("3 produits choisis");
  await focusByTab(page, box);
  await pressKey(page, "Space");
  await expect(bar).toContainText("2 produits choisis");
  await expect(all).toBeChecked({ indeterminate: true });
  await pressEnterOn(page, bar.getByRole("button", { name: "Modifier" }));
  await dialog.getByLabel("Prix", { exact: true }).selectOption({ label: "Augmenter de (%)" });
  await dialog.getByLabel("Stock", { exact: true }).selectOption({ label: "Retirer" });
  await typeInto(page, dialog.getByLabel("Pourcentage"), "10");
  await typeInto(page, dialog.getByLabel("Nombre de pièces"), "1");
  await dialog.getByLabel("Nouveau", { exact: true }).selectOption("Oui");
  await pressEnterOn(page, dialog.getByRole("button", { name: "Appliquer" }));
  await expect(getToasts(page).first()).toContainText("2 produits modifiés");
  await expect(dialog).toBeHidden();
  await expect(bar).toBeHidden();
  await expect(getProductRows(page).first()).toContainText(xofPattern(1099));
  expect(await products.list()).toEqual([
    { name: `Scie ${products.uniqueWord}`, price: 1099, old_price: null, stock: 1, is_new: true },
    { name: `Seau ${products.uniqueWord}`, price: 10_450, old_price: null, stock: 7, is_new: true },
    { name: `Vis ${products.uniqueWord}`, price: 100, old_price: null, stock: 500, is_new: false },
  ]);
  // The bulk bar is removed with its button: the focus moves to the content.
  await pressKey(page, "Tab");
});

test("the filtered list is exported as CSV and imported again with one change", async ({
  page,
  shop,
  products,
  administrator,
}) => {
  await products.addAll(
    { name: "=Scie", reference: `+${products.uniqueWord}`, stock: 2 },
    { name: 'Seau ; "12 l"' },
  );
  await openAdmin(page, shop, await administrator(), `/admin/products?search=${products.uniqueWord}`);
  await expect(getProductRows(page)).toHaveCount(2);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Exporter les 2" }).click();
  const download = await downloading;
  await expect(getToasts(page).first()).toContainText("2 produits exportés");
  expect(download.suggestedFilename()).toMatch(/^produits-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await download.path(), "utf8");
  expect(text).toMatch(/^\uFEFFRéférence;Nom;/);
  expect(text).toContain(`'+${products.uniqueWord};'=Scie ${products.uniqueWord};`);

  await page.getByRole("link", { name: "Importer" }).click();
  await expect(page).toHaveURL("/admin/products/import");
  const choose = (content: string) =>
    page
      .getByLabel(/^Fichier CSV/)
      .setInputFiles({ name: "produits.csv", mimeType: "text/csv", buffer: Buffer.from(content) });
  await choose(text);
  await expect(
    page.getByText("Rien à importer : la boutique est déjà comme le fichier le dit."),
  ).toBeVisible();
  await choose(`${text.replace(";20;", ";21;")};Brouette ${products.uniqueWord};;25000\r\n`);
  await pressEnterOn(page, page.getByRole("button", { name: "Importer 2 produits" }));
  await expect(getToasts(page).first()).toContainText("1 produit créé, 1 produit modifié");
  await pressEnterOn(page, page.getByRole("link", { name: "Voir les produits" }));
  await expectScreen(page, "Produits");
  expect(await products.list()).toMatchObject([
    { name: `=Scie ${products.uniqueWord}`, stock: 2 },
    { name: `Brouette ${products.uniqueWord}`, price: 25_000 },
    { stock: 21 },
  ]);
});
