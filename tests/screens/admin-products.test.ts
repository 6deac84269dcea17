/** The list of products in the back office: what it finds, what is changed together, and what fails. */
import type { UserEvent } from "@testing-library/user-event";
import { SESSION_KEY } from "../../app/lib/stored-session.ts";
import { createOrder } from "../support/orders.ts";
import { OwnProducts } from "../support/products.ts";
import { expectAddress } from "./support/admin-frame.ts";
import {
  expectFailure,
  expectNoDialog,
  expectRows,
  expectToast,
  findDialog,
  listRows,
  loseAnswer,
  press,
} from "./support/admin-lists.ts";
import { expect, expectLogged, fill, francs, screen, test, waitFor, within } from "./support/screen.ts";

const LIST = "/admin/products";
const READ = /\/rest\/v1\/products\?/;
const CHANGE = /\/rpc\/change_products/;

const plain = (element: Element | undefined) => element?.textContent.replace(/\s+/g, " ") ?? "";
const expectCount = (count: number) => waitFor(() => expect(listRows()).toHaveLength(count));
const expectFirst = (name: string) => waitFor(() => expect(listRows()[0]).toHaveTextContent(name));
const choose = (user: UserEvent, label: string, choice: string) =>
  user.selectOptions(screen.getByLabelText(label), choice);

test("each product shows what an administrator looks for", async ({ open, shop, administrator }) => {
  const shelf = new OwnProducts(shop.sql);
  const [, drill] = await shelf.addAll(
    { name: "Scie", stock: 0 },
    {
      name: "Perceuse",
      reference: `REF-${shelf.word}`,
      price: 45_000,
      old_price: 50_000,
      stock: 10,
      is_new: true,
      is_featured: true,
      category: "outils-electriques",
    },
  );
  await open(`${LIST}?search=${shelf.word}`, { as: await administrator() });
  await screen.findByRole("heading", { level: 1, name: "Produits" });
  await expectRows("Perceuse", "Scie");
  const [row, saw] = listRows();
  for (const text of [
    `REF-${shelf.word}`,
    "Outils électriques",
    francs(45_000),
    "Nouveau",
    "Promotion",
    "10 en stock",
  ]) {
    expect(plain(row)).toContain(text);
  }
  expect(plain(row?.querySelector("s") ?? undefined)).toContain(francs(50_000));
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

test("the list is searched and filtered by its address", async ({ open, shop, administrator }) => {
  const shelf = new OwnProducts(shop.sql);
  await shelf.addAll(...nails(shelf.word));
  const { user, router } = await open(LIST, { as: await administrator() });
  await expectCount(25);
  const newest = await shop.sql<{ name: string }[]>`
    select name from products order by created_at desc, id limit 25`;
  await expectRows(...newest.map(({ name }) => name));
  const search = screen.getByRole("searchbox", { name: "Rechercher un produit" });
  await fill(user, search, "cl");
  await screen.findByText("Saisissez au moins trois lettres pour chercher.");
  await expectCount(25);
  await fill(user, search, `t-7/${shelf.word}`);
  await expectRows("Clou 07");
  await fill(user, search, shelf.word);
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
  await expectAddress(router, `${LIST}?search=${shelf.word}&category=plomberie`);
  await choose(user, "Stock", "En stock (plus de 10)");
  await screen.findByText("Aucun produit ne correspond à ces critères.");
  await choose(user, "Mention", "Nouveautés");
  await waitFor(() => expect(router.state.location.search).toContain("mark=new"));
  await user.click(screen.getByRole("link", { name: "Effacer" }));
  await expectAddress(router, LIST);
  await shelf.remove();
});

test("the list is sorted by its heads and turned by its pages", async ({ open, shop, administrator }) => {
  const shelf = new OwnProducts(shop.sql);
  await shelf.addAll(...nails(shelf.word));
  const { user, router } = await open(`${LIST}?search=${shelf.word}&sort=stock`, {
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
    await expectAddress(router, `${LIST}?search=${shelf.word}&sort=${query}`);
    await expectFirst(first);
    expect(screen.getByRole("columnheader", { name: head })).toHaveAttribute(
      "aria-sort",
      query.startsWith("-") ? "descending" : "ascending",
    );
  }
  await user.click(screen.getByRole("link", { name: "Effacer" }));
  await expectAddress(router, `${LIST}?sort=-stock`);
  await waitFor(() =>
    expect(screen.getByRole("searchbox", { name: "Rechercher un produit" })).toHaveValue(""),
  );
  await shelf.remove();
});

/** 26 products whose order by name and by stock is the same, and by price another one. */
const nails = (word: string) =>
  Array.from({ length: 26 }, (_, n) => ({
    name: `Clou ${String(n).padStart(2, "0")}`,
    price: 1000 + ((n * 7) % 26),
    stock: n,
    reference: `T-${n}/${word}`,
    ...(n < 3 && { category: "plomberie" }),
    ...(n === 5 && { is_new: true }),
    ...(n === 6 && { is_featured: true }),
  }));

test("a list that cannot be read says so, and is read again", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const mend = shop.network.fail(READ);
  const { user } = await open(LIST, { as: await administrator() });
  await expectFailure("Erreur", "Impossible de charger les produits");
  const failed = within(screen.getByRole("main")).getByRole("alert");
  expect(failed).toHaveTextContent("Impossible de charger les produits");
  await press(user, "Exporter");
  await expectFailure("Erreur", "Impossible d'exporter les produits");
  mend();
  await press(user, "Réessayer", failed);
  await screen.findByRole("table", { name: "Les produits" });
  await expectLogged(errors, /load products/);
  await expectLogged(errors, /could not be exported/);
});

test("deleting asks first, a refusal leaves the product, and orders keep their lines", async ({
  open,
  shop,
  customer,
  administrator,
  errors,
}) => {
  const shelf = new OwnProducts(shop.sql);
  const [drill, saw] = await shelf.addAll({ name: "Perceuse" }, { name: "Scie" });
  if (!drill || !saw) throw new Error("There are no goods.");
  const order = await createOrder(shop.sql, await customer(), { lines: [{ goods: drill, quantity: 1 }] });
  const { user } = await open(`${LIST}?search=${shelf.word}&sort=name`, { as: await administrator() });
  const ask = async () => {
    await press(user, `Supprimer ${drill.name}`);
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
  await press(user, "Annuler", dialog);
  await expectNoDialog();
  const mend = shop.network.fail(/\/rest\/v1\/products\?id=eq\./, { method: "DELETE" });
  await press(user, "Supprimer", await ask());
  await expectFailure("Erreur", "Impossible de supprimer le produit");
  await expectLogged(errors, /could not be deleted/);
  await expectRows(drill.name, saw.name);
  mend();
  await press(user, "Supprimer", await ask());
  await expectToast("Produit supprimé");
  await expectRows(saw.name);
  expect((await shelf.rows()).map(({ name }) => name)).toEqual([saw.name]);
  const lines = await shop.sql`select name, product_id from order_items where order_id = ${order.id}`;
  expect([...lines]).toEqual([{ name: drill.name, product_id: null }]);
});

test("a change of several products says what is missing, what comes of it, and what is refused", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const shelf = new OwnProducts(shop.sql);
  await shelf.addAll(
    { name: "Scie", price: 999, stock: 2 },
    { name: "Seau", price: 9500, old_price: 10_000, stock: 8 },
    { name: "Vis", price: 100, stock: 500 },
  );
  const { user } = await open(`${LIST}?search=${shelf.word}&sort=name`, { as: await administrator() });
  const all = await screen.findByRole("checkbox", { name: "Choisir toute la page" });
  await user.click(all);
  const bar = screen.getByRole("region", { name: "Produits choisis" });
  expect(bar).toHaveTextContent("3 produits choisis");
  await user.click(screen.getByRole("checkbox", { name: `Choisir Vis ${shelf.word}` }));
  expect(bar).toHaveTextContent("2 produits choisis");
  expect(all).toBePartiallyChecked();
  await press(user, "Modifier", bar);
  const dialog = await findDialog("Modifier 2 produits");
  const form = within(dialog);
  await press(user, "Appliquer", dialog);
  await waitFor(() =>
    expect(form.getByLabelText("Prix")).toHaveAccessibleDescription(/Choisissez au moins un changement/),
  );
  await user.selectOptions(form.getByLabelText("Prix"), "Augmenter de (%)");
  await user.selectOptions(form.getByLabelText("Stock"), "Retirer");
  await press(user, "Appliquer", dialog);
  await waitFor(() => expect(form.getByLabelText("Pourcentage")).toHaveAccessibleDescription(/de 1 à 1000/));
  expect(form.getByLabelText("Nombre de pièces")).toHaveAccessibleDescription(
    /Le stock doit être un nombre positif ou zéro/,
  );
  await fill(user, form.getByLabelText("Pourcentage"), "10");
  await fill(user, form.getByLabelText("Nombre de pièces"), "3");
  await user.selectOptions(form.getByLabelText("Nouveau"), "Oui");
  const negative = `Le stock de « Scie ${shelf.word} » deviendrait négatif`;
  for (const text of ["2 sur 2 vont changer.", francs(1099), "L'ancien prix disparaît", negative]) {
    expect(plain(form.getByRole("region", { name: "Aperçu" }))).toContain(text);
  }
  await press(user, "Appliquer", dialog);
  const refusal = await form.findByRole("alert");
  expect(refusal).toHaveTextContent("Aucun produit n'a été modifié.");
  expect(plain(refusal)).toContain(negative);
  await expectLogged(errors, /could not be changed/);
  expect((await shelf.rows()).map(({ price }) => price)).toEqual([999, 9500, 100]);
});

test("all that the list finds is changed at once, and not twice when an answer was lost", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const shelf = new OwnProducts(shop.sql);
  await shelf.addAll(...Array.from({ length: 30 }, (_, n) => ({ name: `Clou ${n}`, price: 1000 })));
  const { user } = await open(`${LIST}?search=${shelf.word}`, { as: await administrator() });
  await user.click((await screen.findAllByRole("checkbox", { name: /^Choisir Clou/ }))[0] ?? document.body);
  await press(user, "Choisir les 30");
  await waitFor(() =>
    expect(screen.getByRole("region", { name: "Produits choisis" })).toHaveTextContent("30 produits"),
  );
  await press(user, "Modifier");
  const dialog = await findDialog("Modifier 30 produits");
  const form = within(dialog);
  await user.selectOptions(form.getByLabelText("Prix"), "Augmenter de (%)");
  await fill(user, form.getByLabelText("Pourcentage"), "10");
  await waitFor(() => expect(dialog).toHaveTextContent("Et 25 autres."));
  const deliver = shop.network.answer(CHANGE, loseAnswer);
  await press(user, "Appliquer", dialog);
  expect(await form.findByRole("alert")).toHaveTextContent("Le serveur ne répond pas.");
  expect(form.getByLabelText("Pourcentage")).toHaveValue("10");
  deliver();
  await press(user, "Appliquer", dialog);
  await expectToast("30 produits modifiés");
  expect(new Set((await shelf.rows()).map(({ price }) => price))).toEqual(new Set([1100]));
  await expectLogged(errors, /could not be changed/);
  await shelf.remove();
});

test("whoever lost the right changes nothing, and what was typed stays", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const shelf = new OwnProducts(shop.sql);
  await shelf.addAll({ name: "Scie", price: 1100 });
  const account = await administrator();
  const { user } = await open(`${LIST}?search=${shelf.word}`, { as: account });
  await user.click(await screen.findByRole("checkbox", { name: `Choisir Scie ${shelf.word}` }));
  await press(user, "Modifier");
  const dialog = await findDialog("Modifier 1 produit");
  const form = within(dialog);
  await user.selectOptions(form.getByLabelText("Prix"), "Fixer à (XOF)");
  await fill(user, form.getByLabelText("Montant en XOF"), "5");
  await shop.sql`delete from admin_users where id = ${account.id}`;
  await press(user, "Appliquer", dialog);
  expect(await form.findByRole("alert")).toHaveTextContent("Vous n'avez pas les droits d'administrateur");
  expect(form.getByLabelText("Montant en XOF")).toHaveValue("5");
  expect((await shelf.rows()).map(({ price }) => price)).toEqual([1100]);
  await expectLogged(errors, /could not be changed/);
  localStorage.removeItem(SESSION_KEY);
});
