/** Returns: a customer asks, the shop decides, receives and refunds; refused goods are counted in. */
import type { Sql } from "#backend/core/database/database.ts";
import { createOrder, getStock } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";
import { clickButton, findDialog, findRow, queryRows } from "#tests/support/screens/admin-lists.ts";
import {
  type Account,
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

/** The beginning of a picture, which is all that is looked at. */
const PNG = Uint8Array.from([
  0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52,
]);

/** Three saws for 15,000 francs and the fee, delivered and paid at the counter. */
async function deliver(sql: Sql, customer: Account) {
  const product = await createProduct(sql, { name: "Scie égoïne", price: 5000, stock: 10 });
  const order = await createOrder(sql, customer, { lines: [{ product, quantity: 3 }] });
  await sql`update orders set status = 'completed' where id = ${order.id}`;
  return { ...order, product };
}

test("a customer asks for a return, and reads what comes of it", async ({
  open,
  shop,
  customer,
  administrator,
  errors,
}) => {
  const account = await customer();
  const order = await deliver(shop.sql, account);
  const { user } = await open(`/account/orders/${order.id}`, { as: account });
  await clickButton(user, "Retourner des articles");
  const dialog = within(await findDialog("Retourner des articles"));
  await clickButton(user, "Envoyer la demande");
  await dialog.findByText("Choisissez au moins un article");
  await fillField(user, dialog.getByLabelText("Scie égoïne (facultatif)"), "2");
  await fillField(user, dialog.getByLabelText("Pourquoi ?"), "La lame est tordue");
  const field = dialog.getByLabelText("Photo (facultatif)");
  await user.upload(field, new File(["Facture"], "texte.png", { type: "image/png" }));
  await waitFor(() => expect(field).toHaveAccessibleDescription(/Ce n'est pas une image/));
  await user.upload(field, new File([PNG], "lame.png", { type: "image/png" }));
  await dialog.findByText("lame.png");
  await clickButton(user, "Envoyer la demande");
  await expectNewestToast("Demande envoyée");
  await screen.findByText("Demande envoyée : nous vous répondons bientôt.");
  screen.getByText("2 × Scie égoïne");
  const [opened] = await shop.sql<{ id: string; photo_path: string }[]>`
    select id, photo_path from order_returns where order_id = ${order.id}`;
  expect(opened?.photo_path).toBe(`${account.id}/${opened?.id}.png`);

  const owner = await administrator();
  const { user: staff } = await open("/admin/returns?state=requested", { as: owner });
  await waitFor(() => expect(findRow(order.number)).toHaveTextContent("La lame est tordue"));
  await staff.click(screen.getByRole("link", { name: order.number }));
  await screen.findByAltText("Ce que le client montre de l'article");
  await clickButton(staff, "Accepter");
  await expectNewestToast("Retour accepté");
  await clickButton(staff, "Recevoir les articles");
  const pieces = within(await findDialog("Recevoir les articles"));
  await fillField(staff, pieces.getByLabelText("À réparer"), "1");
  await clickButton(staff, "Enregistrer");
  await waitFor(() => expect(pieces.getByLabelText("En stock")).toHaveFocus());
  expect(pieces.getByLabelText("En stock")).toHaveAccessibleDescription(/au plus en tout/);
  await fillField(staff, pieces.getByLabelText("En stock"), "1");
  await staff.click(pieces.getByLabelText(/rendre aussi la livraison/));
  await clickButton(staff, "Enregistrer");
  await expectNewestToast("Retour reçu");
  expect(await getStock(shop.sql, order.product)).toBe(8);

  await clickButton(staff, "Rembourser");
  const refund = within(await findDialog(`Rembourser ${order.number}`));
  await waitFor(() => expect(refund.getByLabelText("Montant (XOF)")).toHaveValue("12000"));
  await staff.selectOptions(refund.getByLabelText("Comment"), "Par mobile money");
  await clickButton(staff, "Enregistrer");
  await refund.findByText("La référence du paiement mobile est requise");
  await fillField(staff, refund.getByLabelText("Référence du paiement"), "OM-12");
  await clickButton(staff, "Enregistrer");
  await expectNewestToast("Remboursement enregistré");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Rembourser" })).toBeNull());

  await open(`/account/orders/${order.id}`, { as: account });
  await screen.findByText(`Reçu : ${formatXof(12_000)} repris sur votre commande.`);
  expect(errors).toEqual([]);
});

test("a return is refused with a reason, and after the days of the settings none is offered", async ({
  open,
  shop,
  customer,
  administrator,
}) => {
  const account = await customer();
  const order = await deliver(shop.sql, account);
  const { user } = await open("/admin/returns", { as: await administrator("Ali", "sales") });
  await clickButton(user, "Ouvrir un retour");
  const find = within(await findDialog("Ouvrir un retour"));
  await fillField(user, find.getByLabelText("Numéro de la commande"), order.number.toLowerCase());
  await clickButton(user, "Enregistrer");
  const form = within(await findDialog(`Retour de ${order.number}`));
  await fillField(user, form.getByLabelText("Scie égoïne (facultatif)"), "1");
  await fillField(user, form.getByLabelText("Motif du retour"), "Rayée");
  await clickButton(user, "Enregistrer");
  await expectNewestToast("Retour ouvert");
  await user.click(await screen.findByRole("link", { name: order.number }));
  // Whoever sells neither receives nor refunds.
  await screen.findByRole("button", { name: "Refuser" });
  expect(screen.queryByRole("button", { name: "Recevoir les articles" })).toBeNull();
  await clickButton(user, "Refuser");
  const refuse = within(await findDialog("Refuser le retour ?"));
  await fillField(user, refuse.getByLabelText("Motif du refus"), "Elle a servi");
  await clickButton(user, "Enregistrer");
  await expectNewestToast("Retour refusé");

  const { user: owner } = await open("/admin/settings", { as: await administrator() });
  const days = await screen.findByLabelText("Jours pour demander un retour");
  await fillField(owner, days, "366");
  await clickButton(owner, "Appliquer les règles");
  await waitFor(() => expect(days).toHaveAccessibleDescription(/de 0 à 365/));
  await fillField(owner, days, "0");
  await clickButton(owner, "Appliquer les règles");
  await expectNewestToast("Paramètres enregistrés");
  await open(`/account/orders/${order.id}`, { as: account });
  await screen.findByText("Refusé : Elle a servi");
  expect(screen.queryByRole("button", { name: "Retourner des articles" })).toBeNull();
  await shop.sql`update order_settings set return_days = 10`;
});

test("refused goods are counted in, and a paid order that was cancelled is refunded", async ({
  open,
  shop,
  customer,
  administrator,
  errors,
}) => {
  const account = await customer();
  const product = await createProduct(shop.sql, { name: "Perceuse", price: 5000, stock: 10 });
  const order = await createOrder(shop.sql, account, { lines: [{ product, quantity: 2 }] });
  await shop.sql`update order_items set returned_quantity = quantity where order_id = ${order.id}`;
  await shop.sql`update orders set status = 'cancelled', cancellation_reason = 'Refusée' where id = ${order.id}`;
  await shop.sql`update products set stock = 8 where id = ${product.id}`;
  await shop.sql`
    insert into cash_movements (from_account, to_account, amount, order_id)
    values ('order', 'drawer', 4000, ${order.id})`;
  const { user } = await open("/admin/returns/count-in", { as: await administrator() });
  await clickButton(user, `Compter les articles de ${order.number}`);
  const dialog = within(await findDialog(`Compter ${order.number}`));
  await fillField(user, dialog.getByLabelText("En stock"), "1");
  await fillField(user, dialog.getByLabelText("En perte"), "1");
  await clickButton(user, "Enregistrer");
  await expectNewestToast("Articles comptés");
  await screen.findByText("Tout ce qui est revenu est compté.");
  expect(await getStock(shop.sql, product)).toBe(9);

  const tabs = within(screen.getByRole("navigation", { name: "Retours" }));
  await user.click(tabs.getByRole("link", { name: "À rembourser" }));
  await waitFor(() => expect(findRow(order.number)).toHaveTextContent(formatXof(4000)));
  await clickButton(user, `Rembourser ${order.number}`);
  const refund = within(await findDialog(`Rembourser ${order.number}`));
  await user.selectOptions(refund.getByLabelText("Comment"), "En avoir, sur une autre commande");
  await fillField(user, refund.getByLabelText("Numéro de la nouvelle commande"), "ORD-0");
  await clickButton(user, "Enregistrer");
  expect(await refund.findByRole("alert")).toHaveTextContent("La nouvelle commande n'existe pas");
  await expectLoggedError(errors, /refund an order/);
  await user.selectOptions(refund.getByLabelText("Comment"), "En espèces, du tiroir-caisse");
  await clickButton(user, "Enregistrer");
  await expectNewestToast("Remboursement enregistré");
  await waitFor(() => expect(queryRows()).toHaveLength(0));
});

test("the dashboard shows the outcome of the nightly check, and names the orders that differ", async ({
  open,
  shop,
  administrator,
}) => {
  const owner = await administrator();
  await open("/admin/dashboard", { as: owner });
  await screen.findByText("Le premier contrôle a lieu cette nuit.");
  await shop.sql`select private.check_cash()`;
  await open("/admin/dashboard", { as: owner });
  await screen.findByText(/commandes et la caisse sont d'accord/);
  const problems = JSON.stringify([{ id: owner.id, number: "ORD-000007", paid: 5000, booked: 4000 }]);
  await shop.sql`update cash_checks set problem_count = 1, problems = ${problems}::text::jsonb`;
  await open("/admin/dashboard", { as: owner });
  await screen.findByText(/1 commande ne correspond/);
  screen.getByRole("link", { name: "ORD-000007" });
});
