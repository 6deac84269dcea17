/** The list of products: found, filtered, sorted and paged in the database, deleted with a question, changed together. */
import { errorToast, toasts } from "../support/account.ts";
import { expectNoFindings } from "../support/axe.ts";
import { enter, press, reach, write } from "../support/keyboard.ts";
import {
  expect,
  expectLogged,
  expectScreen,
  forgive,
  francs,
  openOffice,
  productRows,
  test,
} from "../support/shelf.ts";

const GREEN = "rgb(227, 242, 233)";
const YELLOW = "rgb(253, 240, 207)";
const RED = "rgb(251, 234, 227)";

test("each product shows what an administrator looks for, in the documented colours", async ({
  page,
  shop,
  shelf,
  administrator,
}) => {
  const [, , drill] = await shelf.add(
    { name: "Scie", stock: 0, created_at: "2001-01-04" },
    { name: "Seau", stock: 1, created_at: "2001-01-03" },
    {
      name: "Perceuse",
      reference: `REF-${shelf.word}`,
      price: 45_000,
      old_price: 50_000,
      stock: 10,
      is_new: true,
      is_featured: true,
      category: "outils-electriques",
      created_at: "2001-01-02",
    },
    { name: "Vis", stock: 11, created_at: "2001-01-01" },
  );
  await openOffice(page, shop, await administrator(), `/admin/products?search=${shelf.word}`);
  await expectScreen(page, "Produits");
  const rows = productRows(page);
  await expect(rows).toHaveCount(4);
  await expect(rows.getByRole("rowheader")).toContainText(["Scie", "Seau", "Perceuse", "Vis"]);
  const badges = await page
    .getByRole("table")
    .locator(".badge")
    .filter({ hasText: /Rupture|en stock/ })
    .evaluateAll((all) => all.map((badge) => [badge.textContent, getComputedStyle(badge).backgroundColor]));
  expect(badges).toEqual([
    ["Rupture", RED],
    ["1 en stock", YELLOW],
    ["10 en stock", YELLOW],
    ["11 en stock", GREEN],
  ]);
  const row = rows.filter({ hasText: "Perceuse" });
  for (const text of [`REF-${shelf.word}`, "Outils électriques", francs(45_000), "Nouveau", "Promotion"]) {
    await expect(row).toContainText(text);
  }
  await expect(row.locator("s")).toContainText(francs(50_000));
  await expect(row.locator("img")).toHaveAttribute("src", "/placeholder.svg");
  await expect(row.getByRole("link", { name: /^Modifier / })).toHaveAttribute(
    "href",
    `/admin/products/edit/${drill?.id}`,
  );
  await expect(row.getByRole("link", { name: /^Voir .* dans la boutique$/ })).toHaveAttribute(
    "href",
    `/product/${drill?.slug}`,
  );
  await expect(page.getByRole("link", { name: "Ajouter un produit" })).toHaveAttribute(
    "href",
    "/admin/products/new",
  );
});

test("the list is searched, filtered, sorted and paged by its address", async ({
  page,
  shop,
  shelf,
  administrator,
}) => {
  await shelf.add(
    ...Array.from({ length: 26 }, (_, n) => ({
      name: `Clou ${String(n).padStart(2, "0")}`,
      price: 1000 + ((n * 7) % 26),
      stock: n,
      reference: `T-${n}/${shelf.word}`,
      ...(n < 3 && { category: "plomberie" }),
      ...(n === 5 && { is_new: true }),
      ...(n === 6 && { is_featured: true }),
    })),
  );
  await openOffice(page, shop, await administrator(), "/admin/products");
  const rows = productRows(page);
  const pages = page.getByRole("navigation", { name: "Pages" });
  const search = page.getByRole("searchbox", { name: "Rechercher un produit" });
  await expect(rows).toHaveCount(25);
  const newest = await shop.sql<{ name: string }[]>`
    select name from products order by created_at desc, id limit 25`;
  await expect(rows.getByRole("rowheader")).toContainText(newest.map(({ name }) => name));
  await search.fill("cl");
  await expect(page.getByText("Saisissez au moins trois lettres pour chercher.")).toBeVisible();
  await expect(rows).toHaveCount(25);
  await search.fill(`t-7/${shelf.word}`);
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("Clou 07");
  await search.fill(shelf.word);
  await expect(pages).toContainText("1 à 25 sur 26");

  for (const [label, choice, count] of [
    ["Stock", "En rupture", 1],
    ["Stock", "Bientôt épuisé (1 à 10)", 10],
    ["Stock", "En stock (plus de 10)", 15],
    ["Stock", "Tout stock", 25],
    ["Mention", "Nouveautés", 1],
    ["Mention", "En promotion", 1],
    ["Mention", "Toute mention", 25],
    ["Catégorie", "Sans catégorie", 23],
    ["Catégorie", "Plomberie", 3],
  ] as const) {
    await page.getByLabel(label, { exact: true }).selectOption({ label: choice });
    await expect(rows, choice).toHaveCount(count);
  }
  await expect(page).toHaveURL(`/admin/products?search=${shelf.word}&category=plomberie`);
  await page.getByLabel("Stock", { exact: true }).selectOption({ label: "En stock (plus de 10)" });
  await expect(page.getByText("Aucun produit ne correspond à ces critères.")).toBeVisible();
  await page.getByLabel("Mention", { exact: true }).selectOption({ label: "Nouveautés" });
  await expect(page).toHaveURL(/mark=new/);
  await page.getByRole("link", { name: "Effacer" }).click();
  await expect(page).toHaveURL("/admin/products");

  await page.goto(`/admin/products?search=${shelf.word}&sort=stock`);
  await expect(rows.first()).toContainText("Clou 00");
  await pages.getByRole("link", { name: "Suivant" }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("Clou 25");
  for (const [head, query, first] of [
    ["Produit", "name", "Clou 00"],
    ["Produit", "-name", "Clou 25"],
    ["Prix", "price", "Clou 00"],
    ["Prix", "-price", "Clou 11"],
    ["Stock", "stock", "Clou 00"],
    ["Stock", "-stock", "Clou 25"],
  ] as const) {
    await page.getByRole("columnheader", { name: head }).getByRole("link").click();
    await expect(page).toHaveURL(`/admin/products?search=${shelf.word}&sort=${query}`);
    await expect(rows.first()).toContainText(first);
  }
  await page.getByRole("link", { name: "Effacer" }).click();
  await expect(search).toHaveValue("");
  await expect(page).toHaveURL("/admin/products?sort=-stock");
});

test("deleting asks first, says what became of it, and orders keep their lines", async ({
  page,
  shop,
  shelf,
  administrator,
  pageErrors,
}) => {
  const [drill] = await shelf.add({ name: "Perceuse" }, { name: "Scie" });
  const { sql } = shop;
  const [order] = await sql<{ id: string }[]>`
    insert into orders (customer_name, customer_phone, items_count, total_amount, shipping_address, payment_info)
    values ('Awa Zongo', '+22676543210', 1, null,
      ${sql.json({ address: "Patte d'Oie", city: "Ouagadougou" })},
      ${sql.json({ method: "cod", items: [{ id: drill?.id ?? "", quantity: 1 }] })})
    returning id`;
  await openOffice(page, shop, await administrator(), `/admin/products?search=${shelf.word}`);
  const rows = productRows(page);
  const remove = page.getByRole("button", { name: `Supprimer ${drill?.name}` });
  const dialog = page.getByRole("dialog", { name: "Supprimer un produit" });
  await enter(page, remove);
  await expect(dialog).toContainText("Êtes-vous sûr de vouloir supprimer ce produit?");
  await expect(dialog).toContainText(drill?.name ?? "");
  await expect(dialog).toContainText("Les commandes passées gardent leur ligne.");
  await expectNoFindings(page);
  await press(page, "Escape");
  await expect(dialog).toBeHidden();
  await expect(remove).toBeFocused();

  const DELETION = "**/rest/v1/products?id=eq.*";
  await page.route(DELETION, (route) => route.fulfill({ status: 500, json: { message: "panne" } }));
  await press(page, "Enter");
  await enter(page, dialog.getByRole("button", { name: "Supprimer" }));
  await expect(errorToast(page)).toHaveText("ErreurImpossible de supprimer le produit");
  await expect(rows).toHaveCount(2);
  await page.unroute(DELETION);
  await expect(remove).toBeFocused();
  await press(page, "Enter");
  await enter(page, dialog.getByRole("button", { name: "Supprimer" }));
  await expect(toasts(page).first()).toContainText("Produit supprimé");
  await expect(rows).toHaveCount(1);
  expect((await shelf.rows()).map(({ name }) => name)).toEqual([`Scie ${shelf.word}`]);
  expect([
    ...(await sql`select name, product_id from order_items where order_id = ${order?.id ?? ""}`),
  ]).toEqual([{ name: drill?.name, product_id: null }]);
  await sql`delete from orders where id = ${order?.id ?? ""}`;
  await expectLogged(pageErrors, /could not be deleted/);
  forgive(pageErrors, /status of 500/);
});

test("chosen products are changed together, after a look at what comes of it", async ({
  page,
  shop,
  shelf,
  administrator,
  pageErrors,
}) => {
  await shelf.add(
    { name: "Scie", price: 999, stock: 2 },
    { name: "Seau", price: 9500, old_price: 10_000, stock: 8 },
    { name: "Vis", price: 100, stock: 500 },
  );
  await openOffice(page, shop, await administrator(), `/admin/products?search=${shelf.word}&sort=name`);
  const bar = page.getByRole("region", { name: "Produits choisis" });
  const dialog = page.getByRole("dialog");
  const preview = dialog.getByRole("region", { name: "Aperçu" });
  const all = page.getByRole("checkbox", { name: "Choisir toute la page" });
  const box = (name: string) => page.getByRole("checkbox", { name: `Choisir ${name} ${shelf.word}` });
  await reach(page, all);
  await press(page, "Space");
  await expect(bar).toContainText("3 produits choisis");
  await reach(page, box("Vis"));
  await press(page, "Space");
  await expect(bar).toContainText("2 produits choisis");
  await expect(all).toBeChecked({ indeterminate: true });
  await expectNoFindings(page);
  await enter(page, bar.getByRole("button", { name: "Modifier" }));
  await expect(dialog).toHaveAccessibleName("Modifier 2 produits");

  const apply = dialog.getByRole("button", { name: "Appliquer" });
  await enter(page, apply);
  await expect(dialog.getByLabel("Prix", { exact: true })).toHaveAccessibleDescription(
    "Choisissez au moins un changement",
  );
  await dialog.getByLabel("Prix", { exact: true }).selectOption({ label: "Augmenter de (%)" });
  await dialog.getByLabel("Stock", { exact: true }).selectOption({ label: "Retirer" });
  await apply.click();
  await expect(dialog.getByLabel("Pourcentage")).toHaveAccessibleDescription(/de 1 à 1000/);
  await expect(dialog.getByLabel("Nombre de pièces")).toHaveAccessibleDescription(
    /Le stock doit être un nombre positif ou zéro/,
  );
  await expectNoFindings(page);
  await write(page, dialog.getByLabel("Pourcentage"), "10");
  await write(page, dialog.getByLabel("Nombre de pièces"), "3");
  await dialog.getByLabel("Nouveau", { exact: true }).selectOption("Oui");
  await expect(preview).toContainText("2 sur 2 vont changer.");
  await expect(preview).toContainText(francs(1099));
  await expect(preview).toContainText("L'ancien prix disparaît");
  await expect(preview).toContainText(`Le stock de « Scie ${shelf.word} » deviendrait négatif`);
  await enter(page, apply);
  await expect(dialog.getByRole("alert")).toContainText("Aucun produit n'a été modifié.");
  await expect(dialog.getByRole("alert")).toContainText(
    `Le stock de « Scie ${shelf.word} » deviendrait négatif`,
  );
  await expectNoFindings(page);
  await reach(page, dialog.getByLabel("Nombre de pièces"), "Shift+Tab");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("1");
  await enter(page, apply);
  await expect(toasts(page).first()).toContainText("2 produits modifiés");
  await expect(dialog).toBeHidden();
  await expect(bar).toBeHidden();
  await expect(productRows(page).first()).toContainText(francs(1099));
  expect(await shelf.rows()).toEqual([
    { name: `Scie ${shelf.word}`, price: 1099, old_price: null, stock: 1, is_new: true },
    { name: `Seau ${shelf.word}`, price: 10_450, old_price: null, stock: 7, is_new: true },
    { name: `Vis ${shelf.word}`, price: 100, old_price: null, stock: 500, is_new: false },
  ]);
  await press(page, "Tab");
  forgive(pageErrors, /status of 400|could not be changed/);
});

test("a file restocks the shop, after its lines were judged", async ({
  page,
  shop,
  shelf,
  administrator,
  pageErrors,
}) => {
  const reference = (name: string) => `${name}-${shelf.word}`;
  await shelf.add(
    { name: "Scie", reference: reference("SC"), stock: 2 },
    { name: "Seau", reference: reference("SE"), stock: 8 },
  );
  await openOffice(page, shop, await administrator(), "/admin/products");
  await enter(page, page.getByRole("link", { name: "Importer" }));
  await expect(page).toHaveURL("/admin/products/import");
  const choose = (...lines: string[]) =>
    page.getByLabel(/^Fichier CSV/).setInputFiles({
      name: "stock.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(lines.join("\r\n")),
    });
  await page.getByText("Les colonnes", { exact: true }).click();
  await expectNoFindings(page);
  await choose("produit;nombre", "Scie;5");
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "La première ligne doit nommer les colonnes",
  );
  await expectNoFindings(page);
  await choose(
    "reference;stock;couleur",
    `${reference("SC")};beaucoup;rouge`,
    "",
    `${reference("SE")};12;`,
    `${reference("SE")};13;`,
  );
  const wrong = page.getByRole("region", { name: "Lignes à corriger" });
  await expect(wrong.getByRole("row").filter({ hasText: `Scie ${shelf.word}` })).toContainText(
    /2.*Stock : Le stock doit être un nombre positif ou zéro/s,
  );
  await expect(wrong.getByRole("row").filter({ hasText: `Seau ${shelf.word}` })).toContainText(
    /5.*Référence : Même produit que la ligne 4/s,
  );
  await expect(page.getByText("Colonnes inconnues, laissées de côté : couleur.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Importer/ })).toBeHidden();
  await expectNoFindings(page);
  await choose("reference;stock", `${reference("SC")};50`, `${reference("SE")};8`);
  await expect(page.getByText("« stock.csv » est prêt.")).toBeVisible();
  const change = page.getByRole("region", { name: "Ce qui va changer" }).getByRole("row");
  await expect(change.filter({ hasText: `Scie ${shelf.word}` })).toContainText("Stock");
  expect((await shelf.rows()).map(({ stock }) => stock)).toEqual([2, 8]);
  await enter(page, page.getByRole("button", { name: "Importer 1 produit" }));
  await expect(toasts(page).first()).toContainText("1 produit modifié");
  await enter(page, page.getByRole("link", { name: "Voir les produits" }));
  expect((await shelf.rows()).map(({ stock }) => stock)).toEqual([50, 8]);
  forgive(pageErrors, /could not be judged/);
});
