/** Admin product list: search, filters, sorting, bulk changes, and failures. */
import type { UserEvent } from "@testing-library/user-event";
import { SESSION_KEY } from "#app/lib/supabase/stored-session.ts";
import { createOrder } from "#tests/support/orders.ts";
import { TestProducts } from "#tests/support/products.ts";
import { expectUrl } from "#tests/support/screens/admin-layout.ts";
import {
  clickButton,
  expectNoDialog,
  expectRows,
  findDialog,
  loseResponse,
  queryRows,
} from "#tests/support/screens/admin-lists.ts";
import {
  allowErrors,
  expect,
  expectLoggedError,
  fillField,
  formatXof,
  screen,
  test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";
import { expectNewestErrorToast, expectNewestToast } from "#tests/support/screens/toasts.ts";

const LIST_PATH = "/admin/products";
const LIST_URL = /\/rest\/v1\/products\?/;
const CHANGE_PRODUCTS_URL = /\/rpc\/change_products/;

const getPlainText = (element: Element | undefined) => element?.textContent.replace(/\s+/g, " ") ?? "";
const expectCount = (count: number) => waitFor(() => expect(queryRows()).toHaveLength(count));
const expectFirst = (name: string) => waitFor(() => expect(queryRows()[0]).toHaveTextContent(name));
const choose = (user: UserEvent, label: string, choice: string) =>
  user.selectOptions(screen.getByLabelText(label), choice);

test("the stock is changed where it stands; orders that arrive meanwhile are deducted", async ({
  open,
  shop,
  administrator,
}) => {
  const products = new TestProducts(shop.sql);
  const [saw] = await products.addAll({ name: "Scie", stock: 10 });
  if (!saw) throw new Error("no product");
  const stock = async () => {
    const [row] = await shop.sql<{ stock: number }[]>`select stock from products where id = ${saw.id}`;
    return row?.stock;
  };
  const { user } = await open(`${LIST_PATH}?search=${products.uniqueWord}`, {
    as: await administrator("Awa Traoré"),
  });
  const edit = () => screen.findByRole("button", { name: new RegExp(`^Stock de ${saw.name} `) });
  const field = () => screen.findByRole("textbox", { name: `Stock de ${saw.name}` });
  await user.click(await edit());
  expect(await field()).toHaveFocus();
  await fillField(user, await field(), "-3");
  await user.keyboard("{Enter}");
  expect(await field()).toHaveAccessibleDescription("Le stock doit être un nombre positif ou zéro");
  await user.keyboard("{Escape}");
  expect(await edit()).toHaveFocus();
  expect(await stock()).toBe(10);

  await user.click(await edit());
  await shop.sql`update products set stock = 8 where id = ${saw.id}`;
  await fillField(user, await field(), "40");
  await user.keyboard("{Enter}");
  await expectNewestToast("Stock mis à jour");
  await waitFor(async () => expect(await stock()).toBe(38));
  await waitFor(async () => expect(await edit()).toHaveTextContent("38 en stock"));
  const [entry] = await shop.sql`
    select actor_name, after from audit_log where row_id = ${saw.id} order by id desc limit 1`;
  expect(entry).toEqual({ actor_name: "Awa Traoré", after: { stock: 38 } });
});

test("each product shows its details", async ({ open, shop, administrator }) => {
  const products = new TestProducts(shop.sql);
  const [, drill] = await products.addAll(
    { name: "Scie", stock: 0 },
    {
      name: "Perceuse",
      reference: `REF-${products.uniqueWord}`,
      price: 45_000,
      old_price: 50_000,
      stock: 10,
      is_new: true,
      is_featured: true,
      category: "outils-electriques",
    },
  );
  await open(`${LIST_PATH}?search=${products.uniqueWord}`, { as: await administrator() });
  await screen.findByRole("heading", { level: 1, name: "Produits" });
  await expectRows("Perceuse", "Scie");
  const [row, saw] = queryRows();
  for (const text of [
    `REF-${products.uniqueWord}`,
    "Outils électriques",
    formatXof(45_000),
    "Nouveau",
    "Promotion",
    "10 en stock",
  ]) {
    expect(getPlainText(row)).toContain(text);
  }
  expect(getPlainText(row?.querySelector("s") ?? undefined)).toContain(formatXof(50_000));
  expect(row?.querySelector("img")).toHaveAttribute("src", "/placeholder.svg");
  expect(saw).toHaveTextContent("Rupture");
  expect(saw).not.toHaveTextContent("Nouveau");
  for (const [name, href] of [
    [`Modifier ${drill?.name}`, `/admin/products/edit/${drill?.id}`],
    [`Voir ${drill?.name} dans la boutique`, `/product/${drill?.slug}`],
    ["Ajouter un produit", "/admin/products/new"],
    ["Importer", "/admin/products/import"],
  ] as const) {
    expect(screen.getByRole("link", { name })).toHaveAttribute("href", href);
  }
});

test("the list is searched and filtered by its URL", async ({ open, shop, administrator }) => {
  const products = new TestProducts(shop.sql);
  await products.addAll(...nails(products.uniqueWord));
  const { user, router } = await open(LIST_PATH, { as: await administrator() });
  await expectCount(25);
  const newest = await shop.sql<{ name: string }[]>`
    select name from products order by created_at desc, id limit 25`;
  await expectRows(...newest.map(({ name }) => name));
  const search = screen.getByRole("searchbox", { name: "Rechercher un produit" });
  await fillField(user, search, "c");
  await screen.findByText("Saisissez au moins deux lettres pour chercher.");
  await expectCount(25);
  await fillField(user, search, `t-7/${products.uniqueWord}`);
  await expectRows("Clou 07");
  await fillField(user, search, products.uniqueWord);
  await waitFor(() =>
    expect(screen.getByRole("navigation", { name: "Pages" })).toHaveTextContent("1 à 25 sur 26"),
  );
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
    await choose(user, label, choice);
    await expectCount(count);
  }
  await expectUrl(router, `${LIST_PATH}?search=${products.uniqueWord}&category=plomberie`);
  await choose(user, "Stock", "En stock (plus de 10)");
  await screen.findByText("Aucun produit ne correspond à ces critères.");
  await choose(user, "Mention", "Nouveautés");
  await waitFor(() => expect(router.state.location.search).toContain("mark=new"));
  await user.click(screen.getByRole("link", { name: "Effacer" }));
  await expectUrl(router, LIST_PATH);
  await products.remove();
});

test("the list is sorted by its column heads and paged", async ({ open, shop, administrator }) => {
  const products = new TestProducts(shop.sql);
  await products.addAll(...nails(products.uniqueWord));
  const { user, router } = await open(`${LIST_PATH}?search=${products.uniqueWord}&sort=stock`, {
    as: await administrator(),
  });
  await expectFirst("Clou 00");
  await user.click(screen.getByRole("link", { name: "Suivant" }));
  await expectRows("Clou 25");
  for (const [head, query, first] of [
    ["Produit", "name", "Clou 00"],
    ["Produit", "-name", "Clou 25"],
    ["Prix", "price", "Clou 00"],
    ["Prix", "-price", "Clou 11"],
    ["Stock", "stock", "Clou 00"],
    ["Stock", "-stock", "Clou 25"],
  ] as const) {
    await user.click(within(screen.getByRole("columnheader", { name: head })).getByRole("link"));
    await expectUrl(router, `${LIST_PATH}?search=${products.uniqueWord}&sort=${query}`);
    await expectFirst(first);
    expect(screen.getByRole("columnheader", { name: head })).toHaveAttribute(
      "aria-sort",
      query.startsWith("-") ? "descending" : "ascending",
    );
  }
  await user.click(screen.getByRole("link", { name: "Effacer" }));
  await expectUrl(router, `${LIST_PATH}?sort=-stock`);
  await waitFor(() =>
    expect(screen.getByRole("searchbox", { name: "Rechercher un produit" })).toHaveValue(""),
  );
  await products.remove();
});

/** 26 products whose order by name and by stock is the same, and by price another one. */
const nails = (uniqueWord: string) =>
  Array.from({ length: 26 }, (_, n) => ({
    name: `Clou ${String(n).padStart(2, "0")}`,
    price: 1000 + ((n * 7) % 26),
    stock: n,
    reference: `T-${n}/${uniqueWord}`,
    ...(n < 3 && { category: "plomberie" }),
    ...(n === 5 && { is_new: true }),
    ...(n === 6 && { is_featured: true }),
  }));

test("a failed read of the list is reported and can be retried", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const restore = shop.network.fail(LIST_URL);
  const { user } = await open(LIST_PATH, { as: await administrator() });
  await expectNewestErrorToast("Erreur", "Impossible de charger les produits");
  const failed = within(screen.getByRole("main")).getByRole("alert");
  expect(failed).toHaveTextContent("Impossible de charger les produits");
  await clickButton(user, "Exporter");
  await expectNewestErrorToast("Erreur", "Impossible d'exporter les produits");
  restore();
  await clickButton(user, "Réessayer", failed);
  await screen.findByRole("table", { name: "Les produits" });
  await expectLoggedError(errors, /load products/);
  await expectLoggedError(errors, /could not be exported/);
});

test("a delete asks for confirmation, a failed one leaves the product, and orders retain their lines", async ({
  open,
  shop,
  customer,
  administrator,
  errors,
}) => {
  const products = new TestProducts(shop.sql);
  const [drill, saw] = await products.addAll({ name: "Perceuse" }, { name: "Scie" });
  if (!drill || !saw) throw new Error("The products were not created.");
  const order = await createOrder(shop.sql, await customer(), { lines: [{ product: drill, quantity: 1 }] });
  const { user } = await open(`${LIST_PATH}?search=${products.uniqueWord}&sort=name`, {
    as: await administrator(),
  });
  const ask = async () => {
    await clickButton(user, `Supprimer ${drill.name}`);
    return findDialog("Supprimer un produit");
  };
  const dialog = await ask();
  for (const text of [
    "Êtes-vous sûr de vouloir supprimer ce produit?",
    drill.name,
    "Les commandes passées gardent leur ligne.",
  ]) {
    expect(dialog).toHaveTextContent(text);
  }
  await clickButton(user, "Annuler", dialog);
  await expectNoDialog();
  const restore = shop.network.fail(/\/rest\/v1\/products\?id=eq\./, { method: "DELETE" });
  await clickButton(user, "Supprimer", await ask());
  await expectNewestErrorToast("Erreur", "Impossible de supprimer le produit");
  await expectLoggedError(errors, /could not be deleted/);
  await expectRows(drill.name, saw.name);
  restore();
  await clickButton(user, "Supprimer", await ask());
  await expectNewestToast("Produit supprimé");
  await expectRows(saw.name);
  expect((await products.list()).map(({ name }) => name)).toEqual([saw.name]);
  const lines = await shop.sql`select name, product_id from order_items where order_id = ${order.id}`;
  expect([...lines]).toEqual([{ name: drill.name, product_id: null }]);
});

test("a bulk change shows what is missing, its effects, and what is rejected", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const products = new TestProducts(shop.sql);
  await products.addAll(
    { name: "Scie", price: 999, stock: 2 },
    { name: "Seau", price: 9500, old_price: 10_000, stock: 8 },
    { name: "Vis", price: 100, stock: 500 },
  );
  const { user } = await open(`${LIST_PATH}?search=${products.uniqueWord}&sort=name`, {
    as: await administrator(),
  });
  const all = await screen.findByRole("checkbox", { name: "Choisir toute la page" });
  await user.click(all);
  const bar = screen.getByRole("region", { name: "Produits choisis" });
  expect(bar).toHaveTextContent("3 produits choisis");
  await user.click(screen.getByRole("checkbox", { name: `Choisir Vis ${products.uniqueWord}` }));
  expect(bar).toHaveTextContent("2 produits choisis");
  expect(all).toBePartiallyChecked();
  await clickButton(user, "Modifier", bar);
  const dialog = await findDialog("Modifier 2 produits");
  const form = within(dialog);
  await clickButton(user, "Appliquer", dialog);
  await waitFor(() =>
    expect(form.getByLabelText("Prix")).toHaveAccessibleDescription(/Choisissez au moins un changement/),
  );
  await user.selectOptions(form.getByLabelText("Prix"), "Augmenter de (%)");
  await user.selectOptions(form.getByLabelText("Stock"), "Retirer");
  await clickButton(user, "Appliquer", dialog);
  await waitFor(() => expect(form.getByLabelText("Pourcentage")).toHaveAccessibleDescription(/de 1 à 1000/));
  expect(form.getByLabelText("Nombre de pièces")).toHaveAccessibleDescription(
    /Le stock doit être un nombre positif ou zéro/,
  );
  await fillField(user, form.getByLabelText("Pourcentage"), "10");
  await fillField(user, form.getByLabelText("Nombre de pièces"), "3");
  await user.selectOptions(form.getByLabelText("Nouveau"), "Oui");
  const negative = `Le stock de « Scie ${products.uniqueWord} » deviendrait négatif`;
  for (const text of ["2 sur 2 vont changer.", formatXof(1099), "L'ancien prix disparaît", negative]) {
    expect(getPlainText(form.getByRole("region", { name: "Aperçu" }))).toContain(text);
  }
  await clickButton(user, "Appliquer", dialog);
  const alert = await form.findByRole("alert");
  expect(alert).toHaveTextContent("Aucun produit n'a été modifié.");
  expect(getPlainText(alert)).toContain(negative);
  await expectLoggedError(errors, /could not be changed/);
  expect((await products.list()).map(({ price }) => price)).toEqual([999, 9500, 100]);
});

test("all filtered products are changed at once, and not twice when a response was lost", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const products = new TestProducts(shop.sql);
  await products.addAll(...Array.from({ length: 30 }, (_, n) => ({ name: `Clou ${n}`, price: 1000 })));
  const { user } = await open(`${LIST_PATH}?search=${products.uniqueWord}`, { as: await administrator() });
  await user.click((await screen.findAllByRole("checkbox", { name: /^Choisir Clou/ }))[0] ?? document.body);
  await clickButton(user, "Choisir les 30");
  await waitFor(() =>
    expect(screen.getByRole("region", { name: "Produits choisis" })).toHaveTextContent("30 produits"),
  );
  await clickButton(user, "Modifier");
  const dialog = await findDialog("Modifier 30 produits");
  const form = within(dialog);
  await user.selectOptions(form.getByLabelText("Prix"), "Augmenter de (%)");
  await fillField(user, form.getByLabelText("Pourcentage"), "10");
  await waitFor(() => expect(dialog).toHaveTextContent("Et 25 autres."));
  const stopLosingResponses = shop.network.respond(CHANGE_PRODUCTS_URL, loseResponse);
  await clickButton(user, "Appliquer", dialog);
  expect(await form.findByRole("alert")).toHaveTextContent("Le serveur ne répond pas.");
  expect(form.getByLabelText("Pourcentage")).toHaveValue("10");
  stopLosingResponses();
  await clickButton(user, "Appliquer", dialog);
  await expectNewestToast("30 produits modifiés");
  expect(new Set((await products.list()).map(({ price }) => price))).toEqual(new Set([1100]));
  await expectLoggedError(errors, /could not be changed/);
  await products.remove();
});

test("without the admin right nothing is changed, and the form retains what was typed", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const products = new TestProducts(shop.sql);
  await products.addAll({ name: "Scie", price: 1100 });
  const account = await administrator();
  const { user } = await open(`${LIST_PATH}?search=${products.uniqueWord}`, { as: account });
  await user.click(await screen.findByRole("checkbox", { name: `Choisir Scie ${products.uniqueWord}` }));
  await clickButton(user, "Modifier");
  const dialog = await findDialog("Modifier 1 produit");
  const form = within(dialog);
  await user.selectOptions(form.getByLabelText("Prix"), "Fixer à (XOF)");
  await fillField(user, form.getByLabelText("Montant en XOF"), "5");
  await shop.sql`delete from admin_users where id = ${account.id}`;
  await clickButton(user, "Appliquer", dialog);
  expect(await form.findByRole("alert")).toHaveTextContent("Vous n'avez pas les droits d'administrateur");
  expect(form.getByLabelText("Montant en XOF")).toHaveValue("5");
  expect((await products.list()).map(({ price }) => price)).toEqual([1100]);
  await expectLoggedError(errors, /could not be changed/);
  allowErrors(errors, /the (pending counts|new orders) could not be loaded/);
  localStorage.removeItem(SESSION_KEY);
});
