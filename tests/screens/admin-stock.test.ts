/** Admin stock: the history of a product, receipts from suppliers, counts, and what to reorder. */
import { createOrder } from "#tests/support/orders.ts";
import { createProduct, TestProducts } from "#tests/support/products.ts";
import { clickButton, expectNoDialog, findDialog } from "#tests/support/screens/admin-lists.ts";
import {
  expect,
  expectLoggedError,
  fillField,
  formatXof,
  screen,
  testWithOwnShop as test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";
import { expectNewestToast } from "#tests/support/screens/toasts.ts";

test("the history of a stock tells sales, corrections with their reason, and what each left", async ({
  open,
  shop,
  customer,
  administrator,
}) => {
  const products = new TestProducts(shop.sql);
  const drill = await products.add({ name: "Perceuse", stock: 10 });
  await createOrder(shop.sql, await customer(), { lines: [{ product: drill, quantity: 3 }] });
  const { user } = await open(`/admin/products?search=${products.uniqueWord}`, { as: await administrator() });
  await clickButton(user, new RegExp(`^Stock de ${drill.name}`));
  await fillField(user, screen.getByLabelText(`Stock de ${drill.name}`), "5");
  await user.selectOptions(screen.getByLabelText(/^Motif du changement/), "Casse");
  await clickButton(user, `Enregistrer le stock de ${drill.name}`);
  await expectNewestToast("Stock mis à jour");
  await user.click(screen.getByRole("link", { name: `Historique du stock de ${drill.name}` }));
  const table = within(await screen.findByRole("table", { name: "Ce qui a changé le stock" }));
  const rows = table.getAllByRole("row").slice(1);
  expect(rows.map((row) => within(row).getByRole("rowheader").textContent)).toEqual([
    expect.stringContaining("Perte"),
    expect.stringContaining("Vente"),
    expect.stringContaining("Stock de départ"),
  ]);
  expect(rows[0]).toHaveTextContent("-2");
  expect(rows[0]).toHaveTextContent("Casse");
  expect(rows[1]).toHaveTextContent("ORD-");
});

test("a supplier's goods are expected, received in parts, and their margin is shown", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const products = new TestProducts(shop.sql);
  const cement = await products.add({ name: "Ciment", price: 6000, stock: 10 });
  await shop.sql`update products set unit = 'kilogram' where id = ${cement.id}`;
  const { user, router } = await open("/admin/receipts", { as: await administrator() });
  await screen.findByText("Aucun fournisseur.");
  await clickButton(user, "Ajouter un fournisseur");
  const supplier = within(await findDialog("Nouveau fournisseur"));
  await fillField(user, supplier.getByLabelText("Nom"), "Cimfaso");
  await clickButton(user, "Enregistrer");
  await expectNewestToast("Fournisseur ajouté");
  await expectNoDialog();
  await user.click(await screen.findByRole("link", { name: "Nouveau bon" }));

  await fillField(user, await screen.findByLabelText("Ajouter un article"), products.uniqueWord);
  await clickButton(user, "Chercher");
  await fillField(user, await screen.findByLabelText(`Quantité de ${cement.name}`), "0");
  await clickButton(user, "Enregistrer le bon");
  expect(await screen.findByRole("alert")).toHaveTextContent("nombres entiers");
  await fillField(user, screen.getByLabelText(`Quantité de ${cement.name}`), "30");
  await fillField(user, screen.getByLabelText(`Prix d'achat de ${cement.name}, en XOF`), "4 500");
  await user.selectOptions(screen.getByLabelText("Fournisseur"), "Cimfaso");
  const paint = await products.add({ name: "Peinture", stock: 1 });
  const search = screen.getByLabelText("Ajouter un article");
  await fillField(user, search, products.uniqueWord);
  await clickButton(user, "Chercher");
  const found = within(await screen.findByRole("list", { name: "Articles trouvés" }));
  await user.click(found.getByRole("button", { name: /^Peinture/ }));
  expect(search).toHaveFocus();
  await screen.findByLabelText(`Quantité de ${paint.name}`);
  await clickButton(user, "Enregistrer le bon");
  const number = screen.getByLabelText("Numéro du bon");
  expect(number).toHaveFocus();
  expect(number).toHaveAccessibleDescription(/Le numéro du bon est requis/);
  await fillField(user, number, "BL 17");
  await shop.sql`delete from products where id = ${paint.id}`;
  await clickButton(user, "Enregistrer le bon");
  const gone = await screen.findByText("N'est plus au catalogue : retirez-le");
  expect(gone.closest("li")).toHaveTextContent(paint.name);
  await expectLoggedError(errors, /the receipt could not be saved/);
  await clickButton(user, `Retirer ${paint.name}`);
  const expected = screen.getByLabelText("Attendu le (facultatif)");
  await fillField(user, expected, "demain");
  await clickButton(user, "Enregistrer le bon");
  expect(expected).toHaveFocus();
  expect(expected).toHaveAccessibleDescription(/Date inconnue/);
  await fillField(user, expected, "3/12/2026");
  await clickButton(user, "Enregistrer le bon");
  await expectNewestToast("Bon enregistré");

  await clickButton(user, "Réceptionner");
  const arrival = within(await findDialog("Réceptionner BL 17"));
  await fillField(user, arrival.getByLabelText(cement.name), "20");
  await clickButton(user, "Enregistrer");
  await expectNewestToast("Marchandise en stock");
  await screen.findByText("Reçue en partie");
  expect((await products.list()).map(({ stock }) => stock)).toEqual([30]);
  const [receipt] = await shop.sql`select expected_day::text from receipts where number = 'BL 17'`;
  expect(receipt).toEqual({ expected_day: "2026-12-03" });
  expect(screen.getByText(`${formatXof(135_000)} d'achats`)).toBeVisible();
  await clickButton(user, "Le reste ne viendra pas");
  await clickButton(user, "Clore");
  await screen.findByText("Complète");
  expect(screen.getByText(`${formatXof(90_000)} d'achats`)).toBeVisible();
  // The receipt stays in the steps of its paper.
  await shop.sql`update products set step_size = 0.5 where id = ${cement.id}`;
  await router.revalidate();
  expect(await screen.findByText(`${cement.name}, par 1 kg`)).toBeVisible();

  await open(`/admin/products/${cement.id}/stock`, { as: await administrator() });
  expect(await screen.findByText(/Dernier prix d'achat/)).toHaveTextContent(`${formatXof(3750)} (63 %)`);
});

test("a shelf is counted, and its differences become the stock", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const products = new TestProducts(shop.sql);
  const [cement, paint] = await products.addAll(
    { name: "Ciment", stock: 10 },
    { name: "Peinture", stock: 4 },
  );
  await shop.sql`update products set shelf = 'Z-42' where name like ${`%${products.uniqueWord}`}`;
  // A number says nothing where one is not one of the unit.
  await shop.sql`update products set unit = 'litre', step_size = 0.5 where id = ${paint?.id ?? null}`;
  const countPaint = `Compter ${paint?.name}, par 0,5\u00a0L`;
  const { user } = await open("/admin/stock-counts", { as: await administrator() });
  await clickButton(user, "Nouveau comptage");
  const dialog = within(await findDialog("Nouveau comptage"));
  await fillField(user, dialog.getByLabelText("Nom"), "Rayon du ciment");
  await clickButton(user, "Enregistrer");
  await waitFor(() =>
    expect(dialog.getByLabelText("Rayon")).toHaveAccessibleDescription(/Le rayon est requis/),
  );
  await user.selectOptions(dialog.getByLabelText("Compter"), "une catégorie");
  await clickButton(user, "Enregistrer");
  await waitFor(() =>
    expect(dialog.getByLabelText("Catégorie")).toHaveAccessibleDescription(/Choisissez une catégorie/),
  );
  await user.selectOptions(dialog.getByLabelText("Compter"), "un rayon");
  await fillField(user, dialog.getByLabelText("Rayon"), "Z-42");
  // What could not be read is not said to be counted.
  const restore = shop.network.fail(/\/rest\/v1\/rpc\/uncounted_items\?/);
  await clickButton(user, "Enregistrer");
  await screen.findByText("Impossible de charger ce qui reste à compter");
  await expectLoggedError(errors, /load uncounted items/);
  restore();
  await clickButton(user, "Réessayer");

  await clickButton(user, countPaint);
  await fillField(user, await screen.findByLabelText("Quantité comptée"), "12");
  await clickButton(user, `Compter ${cement?.name}`);
  const field = screen.getByLabelText("Quantité comptée");
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toHaveValue("");
  await fillField(user, field, "environ 7");
  await clickButton(user, "Enregistrer");
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription(/^Un nombre entier, de 0 à/);
  await fillField(user, field, "7");
  await clickButton(user, "Enregistrer");
  const lines = within(await screen.findByRole("table", { name: "Ce qui est compté" }));
  expect(lines.getAllByRole("row")[1]).toHaveTextContent("-3");
  expect(screen.getByLabelText("Article")).toHaveFocus();
  await screen.findByRole("button", { name: countPaint });
  await clickButton(user, "Clôturer");
  const confirmation = within(await findDialog("Clôturer « Rayon du ciment » ?"));
  await user.click(confirmation.getByRole("button", { name: "Clôturer" }));
  await expectNewestToast("Comptage clôturé");
  expect((await products.list()).map(({ stock }) => stock)).toEqual([7, 4]);

  const { router } = await open(`/admin/products?search=${products.uniqueWord}`);
  expect(await screen.findByText(/^4 en stock, par 0,5\sL$/)).toBeVisible();
  await router.navigate(`/admin/products/${paint?.id}/stock`);
  await screen.findByRole("heading", { name: `${paint?.name}, par 0,5\u00a0L : 4 en stock` });
});

test("what sells faster than the stock lasts is to be reordered", async ({
  open,
  shop,
  customer,
  administrator,
}) => {
  const product = await createProduct(shop.sql, { name: "Fer à béton de 8", stock: 10 });
  await createOrder(shop.sql, await customer(), { lines: [{ product, quantity: 9 }] });
  await shop.sql`delete from private.reorder_items`;
  await shop.sql`select private.refresh_reorder_items()`;
  await open("/admin/reorder", { as: await administrator() });
  const table = within(await screen.findByRole("table", { name: "Ce qu'il faut commander" }));
  expect(table.getByRole("row", { name: /Fer à béton de 8/ })).toHaveTextContent("10 jours");
});

test.for([
  { path: "/admin/promo-codes", button: "Ajouter un code", title: "Nouveau code promo", field: "Code" },
  { path: "/admin/sales", button: "Prévoir une promotion", title: "Nouvelle promotion", field: "Nom" },
  { path: "/admin/stock-counts", button: "Nouveau comptage", title: "Nouveau comptage", field: "Nom" },
])(
  "$path says that the categories could not be read, and keeps what is typed",
  async ({ path, button, title, field }, { open, shop, administrator, errors }) => {
    const restore = shop.network.fail(/\/rest\/v1\/categories\?/);
    const { user } = await open(path, { as: await administrator() });
    await user.click((await screen.findAllByRole("button", { name: button }))[0] ?? document.body);
    const dialog = within(await findDialog(title));
    await fillField(user, dialog.getByLabelText(field), "Mars");
    if (path === "/admin/stock-counts")
      await user.selectOptions(dialog.getByLabelText("Compter"), "une catégorie");
    expect(await dialog.findByRole("alert")).toHaveTextContent("Impossible de charger les catégories");
    await expectLoggedError(errors, /load categories/);
    restore();
    await clickButton(user, "Réessayer");
    await waitFor(() => expect(dialog.queryByRole("alert")).toBeNull());
    expect(dialog.getByLabelText(field)).toHaveValue("Mars");
  },
);
