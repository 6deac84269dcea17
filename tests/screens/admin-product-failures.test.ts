/** Admin product form: edit conflicts, failed reads and rejected saves. */
import { SESSION_KEY } from "#app/lib/supabase/stored-session.ts";
import { createProduct, getStoredProduct } from "#tests/support/products.ts";
import { expectUrl } from "#tests/support/screens/admin-layout.ts";
import { clickButton, expectNoDialog, findDialog, loseResponse } from "#tests/support/screens/admin-lists.ts";
import {
  expectFieldMessage,
  findForm,
  findNotice,
  getField,
  SAVE_PRODUCT_URL,
  submitForm,
  toEditPath,
} from "#tests/support/screens/product-form.ts";
import {
  allowErrors,
  expect,
  expectLoggedError,
  fillField,
  getMain,
  screen,
  test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";
import { expectNewestErrorToast, expectNewestToast, getToasts } from "#tests/support/screens/toasts.ts";
import { createTechnician } from "#tests/support/technicians.ts";

const PRICE = "Prix (XOF)";

test("the second of two administrators gets a conflict, compares, and decides", async ({
  open,
  shop,
  administrator,
}) => {
  const product = await createProduct(shop.sql, { price: 5000, stock: 10 });
  const { user } = await open(toEditPath(product), { as: await administrator() });
  await findForm();
  await fillField(user, getField(PRICE), "6000");
  await fillField(user, getField("Description"), "Ma description");
  await shop.sql`update products set price = 5500, stock = 7 where id = ${product.id}`;
  await submitForm(user);
  const notice = await findNotice("modifié entre-temps");
  expect(notice).toHaveTextContent("Rien n'a été remplacé.");
  expect(getField(PRICE)).toHaveValue(6000);
  expect(await getStoredProduct(shop.sql, product.id)).toMatchObject({ price: 5500, description: "" });
  await user.click(within(notice).getByText("Voir les différences (2)"));
  expect(within(notice).getAllByRole("definition")[1]).toHaveTextContent(
    /Enregistré :\s5\s500\sXOF.*Votre saisie :\s6\s000\sXOF/,
  );
  await clickButton(user, "Charger la version enregistrée", notice);
  await waitFor(() => expect(getMain().queryByRole("alert")).toBeNull());
  expect(getField(PRICE)).toHaveValue(5500);
  expect(getField("Description")).toHaveValue("");

  await fillField(user, getField(PRICE), "6500");
  await shop.sql`update products set name = name || ' bis', stock = 4 where id = ${product.id}`;
  await submitForm(user);
  await clickButton(user, "Enregistrer ma saisie", await findNotice("modifié entre-temps"));
  await expectNewestToast("Produit modifié");
  await waitFor(() => expect(getMain().queryByRole("alert")).toBeNull());
  // The typed values are saved, except the stock that was sold meanwhile.
  expect(await getStoredProduct(shop.sql, product.id)).toMatchObject({
    price: 6500,
    name: product.name,
    stock: 4,
  });
});

test("a save with a lost response is no edit conflict, and a deleted product can be saved as a new one", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const product = await createProduct(shop.sql, { price: 5000, stock: 10 });
  const { user } = await open(toEditPath(product), { as: await administrator() });
  await findForm();
  await fillField(user, getField("Stock"), "20");
  const stopLosingResponses = shop.network.respond(SAVE_PRODUCT_URL, loseResponse);
  await submitForm(user);
  await waitFor(() =>
    expect(getToasts()[0]).toHaveTextContent("Le serveur ne répond pas. Votre saisie est gardée"),
  );
  stopLosingResponses();
  await expectLoggedError(errors, /the product could not be saved/);
  await submitForm(user);
  await expectNewestToast("Produit modifié");
  expect(await getStoredProduct(shop.sql, product.id)).toMatchObject({ stock: 20 });

  await shop.sql`delete from products where id = ${product.id}`;
  await fillField(user, getField(PRICE), "7000");
  await submitForm(user);
  const gone = await findNotice("supprimé entre-temps");
  expect(getField(PRICE)).toHaveValue(7000);
  await clickButton(user, "Enregistrer comme nouveau produit", gone);
  await waitFor(async () =>
    expect(await getStoredProduct(shop.sql, product.id)).toMatchObject({ price: 7000, stock: 20 }),
  );
});

test("a failed read of a product is reported and can be retried; an unknown product links back", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const product = await createProduct(shop.sql);
  const account = await administrator();
  const restore = shop.network.fail(/\/rest\/v1\/products\?/);
  const { user } = await open(toEditPath(product), { as: account });
  const failed = await findNotice("Impossible de charger le produit");
  restore();
  await clickButton(user, "Réessayer", failed);
  await findForm();
  expect(getField("Nom")).toHaveValue(product.name);
  await expectLoggedError(errors, /load product/);
  const lost = await open(toEditPath({ id: "rien" }));
  await screen.findByText("Ce produit n'existe pas ou plus.");
  await lost.user.click(getMain().getByRole("link", { name: "Retour aux produits" }));
  await screen.findByRole("heading", { level: 1, name: "Produits" });
  allowErrors(errors, /load product/);
});

test("a rejected save shows why, moves the focus to the field, and retains what was typed", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const product = await createProduct(shop.sql);
  const [category] = await shop.sql<{ id: string }[]>`
    insert into categories (name, slug) values ('Passagère', ${`passagere-${product.id}`}) returning id`;
  const account = await administrator();
  const { user, router } = await open(toEditPath(product), { as: account });
  await findForm();
  await user.selectOptions(getField("Catégorie"), "Passagère");
  await shop.sql`delete from categories where id = ${category?.id ?? ""}`;
  await submitForm(user);
  await expectNewestErrorToast("Validation", "Cette catégorie n'existe plus");
  await expectFieldMessage("Catégorie", "Cette catégorie n'existe plus");
  await waitFor(() => expect(getField("Catégorie")).toHaveFocus());
  await user.selectOptions(getField("Catégorie"), "Aucune catégorie");

  await fillField(user, getField("Description"), "À garder");
  const restore = shop.network.fail(SAVE_PRODUCT_URL, { message: "disque plein" });
  await submitForm(user);
  await expectNewestErrorToast("Erreur", "disque plein");
  restore();
  const away = getMain().getByRole("link", { name: "Produits" });
  await user.click(away);
  await clickButton(user, "Annuler", await findDialog("Quitter sans enregistrer ?"));
  await expectNoDialog();
  expect(getField("Description")).toHaveValue("À garder");

  await shop.sql`delete from admin_users where id = ${account.id}`;
  await submitForm(user);
  await expectNewestErrorToast("Erreur", "Vous n'avez pas les droits d'administrateur");
  expect(getField("Description")).toHaveValue("À garder");
  await shop.sql`insert into admin_users (id, name, email) values (${account.id}, 'Mariam', ${account.email})`;
  await user.click(away);
  await clickButton(user, "Quitter", await findDialog("Quitter sans enregistrer ?"));
  await expectUrl(router, "/admin/products");
  expect(await getStoredProduct(shop.sql, product.id)).toMatchObject({ description: "" });
  await expectLoggedError(errors, /the product could not be saved/);
  allowErrors(errors, /the (pending counts|new orders) could not be loaded/);
  localStorage.removeItem(SESSION_KEY);
});

test("a part of a screen that could not be read is said, where its absence would look like none", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const product = await createProduct(shop.sql);
  const technician = await createTechnician(shop.sql);
  const [letter] = await shop.sql<{ id: string }[]>`
    insert into messages (technician_id, name, email, phone, message)
    values (${technician.id}, 'Ali', 'ali@exemple.bf', '70112233', 'Une fuite sous mon évier.') returning id`;
  const { user, router } = await open("/admin/products", { as: await administrator() });
  await screen.findByRole("heading", { level: 1, name: "Produits" });
  for (const [path, read, message] of [
    [`/admin/products/${product.id}/stock`, /\/rpc\/item_costs/, "Impossible de charger les achats"],
    [toEditPath(product), /\/stock_alerts\?/, /le nombre de personnes qui attendent ce produit/],
    ["/admin/settings", /\/products\?select=discount/, "Impossible de comparer le bandeau avec les offres"],
    ["/admin/products/import", /\/rpc\/get_product_import/, "Impossible de savoir si un import est en cours"],
    [`/admin/messages/${letter?.id}`, /\/mails\?/, /si le message a été transmis/],
  ] as const) {
    const restore = shop.network.fail(read);
    await router.navigate(path);
    expect(await getMain().findByText(message)).toBeVisible();
    restore();
    await user.click(getMain().getByRole("button", { name: "Réessayer" }));
    await waitFor(() => expect(getMain().queryByText(message)).toBeNull());
  }
  const restore = shop.network.fail(/\/rpc\/count_orders/);
  await router.navigate("/admin/orders");
  expect(await screen.findByText("Nombre de commandes inconnu")).toBeVisible();
  restore();
  allowErrors(errors, /panne/);
});
