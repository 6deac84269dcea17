/** Changes of the order status by one administrator or two at once, and their failures. */
import { onTestFinished, vi } from "vitest";
import { createOrder, getStoredOrder } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";
import { clickButton, expectNoDialog, findDialog, findRow } from "#tests/support/screens/admin-lists.ts";
import {
  completeOrder,
  expectStatus,
  findPanel,
  getCompleteButton,
} from "#tests/support/screens/admin-orders.ts";
import {
  expect,
  expectLoggedError,
  fillField,
  formatXof,
  screen,
  test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";
import { expectNewestErrorToast, expectNewestToast, getToasts } from "#tests/support/screens/toasts.ts";

/** The requests for the list, with or without a search. */
const READ = /\/rest\/v1\/(rpc\/search_)?orders\?.*(limit|offset)=/;
const CHANGE = /\/rest\/v1\/orders\?id=eq\./;
const REASON = "Motif de l'annulation";

const listOf = ({ number }: { number: string }) => `/admin/orders?search=${number}`;

test("«Traiter» and «Terminer» change the status once, confirm it, and record who did it", async ({
  open,
  shop,
  customer,
  administrator,
}) => {
  const product = await createProduct(shop.sql);
  const order = await createOrder(shop.sql, await customer(), { lines: [{ product, quantity: 3 }] });
  const { user } = await open(listOf(order), { as: await administrator("Awa Traoré") });
  const panel = await findPanel(order);
  await user.dblClick(within(panel).getByRole("button", { name: "Traiter" }));
  await expectNewestToast("Statut de la commande mis à jour.");
  await expectStatus(order, "PROCESSING");
  expect(within(panel).queryByRole("button", { name: "Traiter" })).toBeNull();
  const historyOf = (what: string) => within(panel).getByText(what).closest("li");
  expect(historyOf("Prise en charge")).toHaveTextContent("par Awa Traoré");
  expect(shop.network.listRequests(CHANGE, "PATCH")).toHaveLength(1);
  await completeOrder(user, order);
  await expectStatus(order, "COMPLETED");
  expect(getCompleteButton(order)).toBeDisabled();
  expect(historyOf("Terminée")).toHaveTextContent("par Awa Traoré");
  expect(within(panel).queryByRole("button", { name: "Annuler" })).toBeNull();
  expect(await getStoredOrder(shop.sql, order)).toMatchObject({ status: "completed" });
});

test("«Terminer» asks first, with the customer's name and the amount", async ({
  open,
  shop,
  customer,
  administrator,
}) => {
  const product = await createProduct(shop.sql);
  const order = await createOrder(shop.sql, await customer(), { lines: [{ product, quantity: 1 }] });
  const { user, router } = await open(listOf(order), { as: await administrator() });
  await findPanel(order);
  await user.click(getCompleteButton(order));
  const dialog = await findDialog(`Terminer la commande ${order.number} ?`);
  expect(dialog).toHaveTextContent("Fatou Sawadogo");
  expect(dialog.textContent.replace(/\s+/g, " ")).toContain(formatXof(order.total_amount));
  // What others take meanwhile is not to be paid again.
  await shop.sql`
    insert into cash_movements (from_account, to_account, amount, order_id) values ('order', 'drawer', 500, ${order.id})`;
  await router.revalidate();
  await waitFor(() => expect(dialog).toHaveTextContent(formatXof(order.total_amount - 500)));
  await clickButton(user, "Annuler", dialog);
  await expectNoDialog();
  expect(shop.network.listRequests(CHANGE, "PATCH")).toEqual([]);
  expect(await getStoredOrder(shop.sql, order)).toMatchObject({ status: "pending" });
});

test("without a network «Actualiser» and the menu say so at once, and lead nowhere", async ({
  open,
  administrator,
}) => {
  const { user, router } = await open("/admin/orders", { as: await administrator() });
  const refresh = await screen.findByRole("button", { name: "Actualiser" });
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  onTestFinished(() => onLine.mockRestore());
  window.dispatchEvent(new Event("offline"));
  await screen.findByText("Pas de réseau : ce que vous voyez peut avoir changé depuis.");
  await user.click(refresh);
  await expectNewestErrorToast("Erreur", "Pas de réseau : l'écran ne peut pas être actualisé.");
  const menu = within(screen.getByRole("navigation", { name: "Administration" }));
  await user.click(menu.getByRole("link", { name: /^Produits/ }));
  await expectNewestErrorToast("Erreur", "Pas de réseau : l'écran ne peut pas s'ouvrir.");
  expect(router.state.location.pathname).toBe("/admin/orders");
});

test("an order whose stock was given back says so, and takes it again when it is processed", async ({
  open,
  shop,
  customer,
  administrator,
  errors,
}) => {
  const product = await createProduct(shop.sql, { stock: 8 });
  const order = await createOrder(shop.sql, await customer(), { lines: [{ product, quantity: 3 }] });
  await shop.sql`update orders set reservation_ends_at = now() - interval '1 minute' where id = ${order.id}`;
  await shop.sql`select private.release_expired_stock()`;
  await shop.sql`update products set stock = 2 where id = ${product.id}`;
  const { user } = await open(listOf(order), { as: await administrator() });
  const panel = await findPanel(order);
  expect(findRow(order.number)).toHaveTextContent("Stock rendu");
  expect(panel).toHaveTextContent("Personne n'a confirmé cette commande à temps.");
  await clickButton(user, "Traiter", panel);
  await expectNewestErrorToast(
    "Erreur",
    `Impossible de mettre à jour le statut. Stock insuffisant : ${product.name} (2 en stock)`,
  );
  await expectLoggedError(errors, /the status could not be changed/);
  await shop.sql`update products set stock = 5 where id = ${product.id}`;
  await clickButton(user, "Traiter", panel);
  await expectStatus(order, "PROCESSING");
  expect(findRow(order.number)).not.toHaveTextContent("Stock rendu");
  const [row] = await shop.sql`select stock from products where id = ${product.id}`;
  expect(row).toEqual({ stock: 2 });
});

test("an order is cancelled with a reason, and its stock is restored", async ({
  open,
  shop,
  customer,
  administrator,
}) => {
  const product = await createProduct(shop.sql, { stock: 8 });
  const order = await createOrder(shop.sql, await customer(), { lines: [{ product, quantity: 3 }] });
  const stock = async () => {
    const [row] = await shop.sql<{ stock: number }[]>`select stock from products where id = ${product.id}`;
    return row?.stock;
  };
  expect(await stock()).toBe(5);
  const { user } = await open(listOf(order), { as: await administrator() });
  const panel = await findPanel(order);
  const ask = async () => {
    await clickButton(user, "Annuler", panel);
    return findDialog(`Annuler la commande ${order.number} ?`);
  };
  const dialog = await ask();
  await clickButton(user, "Annuler la commande", dialog);
  await within(dialog).findByText("Le motif de l'annulation est requis");
  await clickButton(user, "Garder la commande", dialog);
  await expectNoDialog();
  expect(await getStoredOrder(shop.sql, order)).toMatchObject({ status: "pending" });
  const again = await ask();
  await fillField(user, within(again).getByLabelText(REASON), "Client injoignable");
  await clickButton(user, "Annuler la commande", again);
  await expectNoDialog();
  await expectStatus(order, "CANCELLED");
  expect(panel).toHaveTextContent("Client injoignable");
  expect(getCompleteButton(order)).toBeDisabled();
  expect(await getStoredOrder(shop.sql, order)).toEqual({
    status: "cancelled",
    cancellation_reason: "Client injoignable",
  });
  expect(await stock()).toBe(8);
});

test("a failed read of the list shows why, and can be retried by hand", async ({
  open,
  shop,
  customer,
  administrator,
  errors,
}) => {
  const product = await createProduct(shop.sql);
  const order = await createOrder(shop.sql, await customer(), { lines: [{ product, quantity: 1 }] });
  const restore = shop.network.fail(READ);
  const { user } = await open(listOf(order), { as: await administrator() });
  await expectNewestErrorToast("Erreur", "Impossible de charger les commandes : panne");
  const failed = within(screen.getByRole("main")).getByRole("alert");
  expect(failed).toHaveTextContent("Impossible de charger les commandes : panne");
  restore();
  await clickButton(user, "Réessayer", failed);
  await findPanel(order);
  await expectLoggedError(errors, /load orders/);
  // Realtime is disconnected, too: the list can still be reloaded by hand.
  await shop.sql`update orders set customer_name = 'Fatoumata Diallo' where id = ${order.id}`;
  await clickButton(user, "Actualiser");
  await waitFor(() => expect(findRow(order.number)).toHaveTextContent("Fatoumata Diallo"));
});

test("a failed change shows why, and the typed reason is retained", async ({
  open,
  shop,
  customer,
  administrator,
  errors,
}) => {
  const product = await createProduct(shop.sql);
  const order = await createOrder(shop.sql, await customer(), { lines: [{ product, quantity: 1 }] });
  const { user } = await open(listOf(order), { as: await administrator() });
  const panel = await findPanel(order);
  const restore = shop.network.fail(CHANGE, { method: "PATCH", message: "disque plein" });
  await clickButton(user, "Annuler", panel);
  const dialog = await findDialog(`Annuler la commande ${order.number} ?`);
  await fillField(user, within(dialog).getByLabelText(REASON), "Adresse introuvable");
  await clickButton(user, "Annuler la commande", dialog);
  const failure = "Impossible de mettre à jour le statut. disque plein";
  expect(await within(dialog).findByRole("alert")).toHaveTextContent(failure);
  expect(within(dialog).getByLabelText(REASON)).toHaveValue("Adresse introuvable");
  await expectNewestErrorToast("Erreur", failure);
  await clickButton(user, "Fermer", dialog);
  await expectNoDialog();
  restore();
  shop.network.disconnect(CHANGE, "PATCH");
  await clickButton(user, "Traiter", panel);
  await waitFor(() => expect(getToasts()[0]).toHaveTextContent("le statut. Le serveur ne répond pas."));
  expect(within(panel).getByRole("button", { name: "Traiter" })).toBeEnabled();
  expect(await getStoredOrder(shop.sql, order)).toMatchObject({ status: "pending" });
  await expectLoggedError(errors, /status could not be changed/);
});

test("of two administrators at once the second gets a conflict message, and overwrites nothing", async ({
  open,
  shop,
  customer,
  administrator,
}) => {
  const product = await createProduct(shop.sql);
  const order = await createOrder(shop.sql, await customer(), { lines: [{ product, quantity: 1 }] });
  const { user } = await open(listOf(order), { as: await administrator() });
  const panel = await findPanel(order);
  await clickButton(user, "Annuler", panel);
  const dialog = await findDialog(`Annuler la commande ${order.number} ?`);
  await fillField(user, within(dialog).getByLabelText(REASON), "Adresse introuvable");
  const release = shop.network.hold(CHANGE, "PATCH");
  await clickButton(user, "Annuler la commande", dialog);
  await shop.sql`
    update orders set status = 'cancelled', cancellation_reason = 'Rupture' where id = ${order.id}`;
  release();
  await expectNewestErrorToast(
    "Erreur",
    `Impossible de mettre à jour le statut. La commande ${order.number} est déjà annulée.`,
  );
  await expectNoDialog();
  await waitFor(() => expect(panel).toHaveTextContent("Rupture"));
  expect(await getStoredOrder(shop.sql, order)).toEqual({
    status: "cancelled",
    cancellation_reason: "Rupture",
  });
});

test("a rejection by the database is shown as a conflict with somebody else's change", async ({
  open,
  shop,
  customer,
  administrator,
}) => {
  const product = await createProduct(shop.sql);
  const order = await createOrder(shop.sql, await customer(), { lines: [{ product, quantity: 1 }] });
  const { user } = await open(listOf(order), { as: await administrator() });
  const panel = await findPanel(order);
  shop.network.respond(
    CHANGE,
    async () => {
      await shop.sql`update orders set status = 'completed' where id = ${order.id}`;
      const message = "Une commande « completed » ne peut pas devenir « processing »";
      return Response.json({ code: "YA006", message, details: null, hint: null }, { status: 400 });
    },
    "PATCH",
  );
  await clickButton(user, "Traiter", panel);
  await waitFor(() =>
    expect(getToasts()[0]).toHaveTextContent(`La commande ${order.number} est déjà terminée.`),
  );
  await waitFor(() => expect(getCompleteButton(order)).toBeDisabled());
});
