/** The list of products as an administrator without a mouse uses it, and its files. */
import { readFile } from "node:fs/promises";
import { toasts } from "../support/account.ts";
import { enter, press, reach, write } from "../support/keyboard.ts";
import { expect, expectScreen, francs, openOffice, productRows, test } from "../support/shelf.ts";

const GREEN = "rgb(227, 242, 233)";
const YELLOW = "rgb(253, 240, 207)";
const RED = "rgb(251, 234, 227)";

test("the stock stands in the documented colours, and a product is deleted by keyboard", async ({
  page,
  shop,
  shelf,
  administrator,
}) => {
  const [, , , screws] = await shelf.addAll(
    { name: "Scie", stock: 0, created_at: "2001-01-04" },
    { name: "Seau", stock: 1, created_at: "2001-01-03" },
    { name: "Perceuse", stock: 10, created_at: "2001-01-02" },
    { name: "Vis", stock: 11, created_at: "2001-01-01" },
  );
  await openOffice(page, shop, await administrator(), `/admin/products?search=${shelf.word}`);
  await expectScreen(page, "Produits");
  await expect(productRows(page)).toHaveCount(4);
  const badges = await page
    .getByRole("table")
    .locator(".badge")
    .evaluateAll((all) => all.map((badge) => [badge.textContent, getComputedStyle(badge).backgroundColor]));
  expect(badges).toEqual([
    ["Rupture", RED],
    ["1 en stock", YELLOW],
    ["10 en stock", YELLOW],
    ["11 en stock", GREEN],
  ]);

  const remove = page.getByRole("button", { name: `Supprimer ${screws?.name}` });
  const dialog = page.getByRole("dialog", { name: "Supprimer un produit" });
  await remove.focus();
  await press(page, "Enter");
  await expect(dialog).toBeVisible();
  await press(page, "Escape");
  await expect(dialog).toBeHidden();
  await expect(remove).toBeFocused();
  await press(page, "Enter");
  await enter(page, dialog.getByRole("button", { name: "Supprimer" }));
  await expect(toasts(page).first()).toContainText("Produit supprimé");
  await expect(productRows(page)).toHaveCount(3);
  expect((await shelf.rows()).map(({ name }) => name)).not.toContain(screws?.name);
});

test("chosen products are changed together by keyboard", async ({ page, shop, shelf, administrator }) => {
  await shelf.addAll(
    { name: "Scie", price: 999, stock: 2 },
    { name: "Seau", price: 9500, old_price: 10_000, stock: 8 },
    { name: "Vis", price: 100, stock: 500 },
  );
  await openOffice(page, shop, await administrator(), `/admin/products?search=${shelf.word}&sort=name`);
  const bar = page.getByRole("region", { name: "Produits choisis" });
  const dialog = page.getByRole("dialog", { name: "Modifier 2 produits" });
  const all = page.getByRole("checkbox", { name: "Choisir toute la page" });
  const box = page.getByRole("checkbox", { name: `Choisir Vis ${shelf.word}` });
  await reach(page, all);
  await press(page, "Space");
  await expect(bar).toContainText("3 produits choisis");
  await reach(page, box);
  await press(page, "Space");
  await expect(bar).toContainText("2 produits choisis");
  await expect(all).toBeChecked({ indeterminate: true });
  await enter(page, bar.getByRole("button", { name: "Modifier" }));
  await dialog.getByLabel("Prix", { exact: true }).selectOption({ label: "Augmenter de (%)" });
  await dialog.getByLabel("Stock", { exact: true }).selectOption({ label: "Retirer" });
  await write(page, dialog.getByLabel("Pourcentage"), "10");
  await write(page, dialog.getByLabel("Nombre de pièces"), "1");
  await dialog.getByLabel("Nouveau", { exact: true }).selectOption("Oui");
  await enter(page, dialog.getByRole("button", { name: "Appliquer" }));
  await expect(toasts(page).first()).toContainText("2 produits modifiés");
  await expect(dialog).toBeHidden();
  await expect(bar).toBeHidden();
  await expect(productRows(page).first()).toContainText(francs(1099));
  expect(await shelf.rows()).toEqual([
    { name: `Scie ${shelf.word}`, price: 1099, old_price: null, stock: 1, is_new: true },
    { name: `Seau ${shelf.word}`, price: 10_450, old_price: null, stock: 7, is_new: true },
    { name: `Vis ${shelf.word}`, price: 100, old_price: null, stock: 500, is_new: false },
  ]);
  // The bar is gone with its button: the focus goes on from the content.
  await press(page, "Tab");
});

test("what the list finds is taken home as a file, and comes back with one change", async ({
  page,
  shop,
  shelf,
  administrator,
}) => {
  await shelf.addAll({ name: "=Scie", reference: `+${shelf.word}`, stock: 2 }, { name: 'Seau ; "12 l"' });
  await openOffice(page, shop, await administrator(), `/admin/products?search=${shelf.word}`);
  await expect(productRows(page)).toHaveCount(2);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Exporter les 2" }).click();
  const download = await downloading;
  await expect(toasts(page).first()).toContainText("2 produits exportés");
  expect(download.suggestedFilename()).toMatch(/^produits-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await download.path(), "utf8");
  expect(text).toMatch(/^\uFEFFRéférence;Nom;/);
  expect(text).toContain(`'+${shelf.word};'=Scie ${shelf.word};`);

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
  await choose(`${text.replace(";20;", ";21;")};Brouette ${shelf.word};;25000\r\n`);
  await enter(page, page.getByRole("button", { name: "Importer 2 produits" }));
  await expect(toasts(page).first()).toContainText("1 produit créé, 1 produit modifié");
  await enter(page, page.getByRole("link", { name: "Voir les produits" }));
  await expectScreen(page, "Produits");
  expect(await shelf.rows()).toMatchObject([
    { name: `=Scie ${shelf.word}`, stock: 2 },
    { name: `Brouette ${shelf.word}`, price: 25_000 },
    { stock: 21 },
  ]);
});
