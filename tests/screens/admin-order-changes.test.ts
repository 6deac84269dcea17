/** Orders brought to their next state, by one administrator or two at once, and what is said when that fails. */
import { createOrder, storedOrder } from "../support/orders.ts";
import { createProduct } from "../support/products.ts";
import {
  expectFailure,
  expectNoDialog,
  expectToast,
  findDialog,
  press,
  rowOf,
} from "./support/admin-lists.ts";
import { expectStatus, findPanel, finishOf } from "./support/admin-orders.ts";
import { expect, expectLogged, fill, screen, test, toasts, waitFor, within } from "./support/screen.ts";

/** The list as it is read, with or without a search. */
const READ = /\/rest\/v1\/(rpc\/search_)?orders\?.*(limit|offset)=/;
const CHANGE = /\/rest\/v1\/orders\?id=eq\./;
const REASON = "Motif de l'annulation";

const listOf = ({ number }: { number: string }) => `/admin/orders?search=${number}`;

test("«Traiter» and «Terminer» bring an order on once, say so, and note who did it", async ({
  open,
  shop,
  customer,
  administrator,
}) => {
  const goods = await createProduct(shop.sql);
  const order = await createOrder(shop.sql, await customer(), { lines: [{ goods, quantity: 3 }] });
  const { user } = await open(listOf(order), { as: await administrator("Awa Traoré") });
  const panel = await findPanel(order);
  await user.dblClick(within(panel).getByRole("button", { name: "Traiter" }));
  await expectToast("Statut de la commande mis à jour.");
  await expectStatus(order, "PROCESSING");
  expect(within(panel).queryByRole("button", { name: "Traiter" })).toBeNull();
  const historyOf = (what: string) => within(panel).getByText(what).closest("li");
  expect(historyOf("Prise en charge")).toHaveTextContent("par Awa Traoré");
  expect(shop.network.asked(CHANGE, "PATCH")).toHaveLength(1);
  await user.click(finishOf(order));
  await expectStatus(order, "COMPLETED");
  expect(finishOf(order)).toBeDisabled();
  expect(historyOf("Terminée")).toHaveTextContent("par Awa Traoré");
  expect(within(panel).queryByRole("button", { name: "Annuler" })).toBeNull();
  expect(await storedOrder(shop.sql, order)).toMatchObject({ status: "completed" });
});

test("an order is cancelled for a reason, and its pieces come back", async ({
  open,
  shop,
  customer,
  administrator,
}) => {
  const goods = await createProduct(shop.sql, { stock: 8 });
  const order = await createOrder(shop.sql, await customer(), { lines: [{ goods, quantity: 3 }] });
  const stock = async () => {
    const [row] = await shop.sql<{ stock: number }[]>`select stock from products where id = ${goods.id}`;
    return row?.stock;
  };
  expect(await stock()).toBe(5);
  const { user } = await open(listOf(order), { as: await administrator() });
  const panel = await findPanel(order);
  const ask = async () => {
    await press(user, "Annuler", panel);
    return findDialog(`Annuler la commande ${order.number} ?`);
  };
  const dialog = await ask();
  await press(user, "Annuler la commande", dialog);
  await within(dialog).findByText("Le motif de l'annulation est requis");
  await press(user, "Garder la commande", dialog);
  await expectNoDialog();
  expect(await storedOrder(shop.sql, order)).toMatchObject({ status: "pending" });
  const again = await ask();
  await fill(user, within(again).getByLabelText(REASON), "Client injoignable");
  await press(user, "Annuler la commande", again);
  await expectNoDialog();
  await expectStatus(order, "CANCELLED");
  expect(panel).toHaveTextContent("Client injoignable");
  expect(finishOf(order)).toBeDisabled();
  expect(await storedOrder(shop.sql, order)).toEqual({
    status: "cancelled",
    cancellation_reason: "Client injoignable",
  });
  expect(await stock()).toBe(8);
});

test("a list that cannot be read says why, and is read again by hand", async ({
  open,
  shop,
  customer,
  administrator,
  errors,
}) => {
  const goods = await createProduct(shop.sql);
  const order = await createOrder(shop.sql, await customer(), { lines: [{ goods, quantity: 1 }] });
  const mend = shop.network.fail(READ);
  const { user } = await open(listOf(order), { as: await administrator() });
  await expectFailure("Erreur", "Impossible de charger les commandes : panne");
  const failed = within(screen.getByRole("main")).getByRole("alert");
  expect(failed).toHaveTextContent("Impossible de charger les commandes : panne");
  mend();
  await press(user, "Réessayer", failed);
  await findPanel(order);
  await expectLogged(errors, /load orders/);
  // Realtime does not get through either: the list is still there to be read by hand.
  await shop.sql`update orders set customer_name = 'Fatoumata Diallo' where id = ${order.id}`;
  await press(user, "Actualiser");
  await waitFor(() => expect(rowOf(order.number)).toHaveTextContent("Fatoumata Diallo"));
});

test("a change that fails says why, and the reason that was typed stays", async ({
  open,
  shop,
  customer,
  administrator,
  errors,
}) => {
  const goods = await createProduct(shop.sql);
  const order = await createOrder(shop.sql, await customer(), { lines: [{ goods, quantity: 1 }] });
  const { user } = await open(listOf(order), { as: await administrator() });
  const panel = await findPanel(order);
  const mend = shop.network.fail(CHANGE, { method: "PATCH", message: "disque plein" });
  await press(user, "Annuler", panel);
  const dialog = await findDialog(`Annuler la commande ${order.number} ?`);
  await fill(user, within(dialog).getByLabelText(REASON), "Adresse introuvable");
  await press(user, "Annuler la commande", dialog);
  const failure = "Impossible de mettre à jour le statut. disque plein";
  expect(await within(dialog).findByRole("alert")).toHaveTextContent(failure);
  expect(within(dialog).getByLabelText(REASON)).toHaveValue("Adresse introuvable");
  await expectFailure("Erreur", failure);
  await press(user, "Fermer", dialog);
  await expectNoDialog();
  mend();
  shop.network.cut(CHANGE, "PATCH");
  await press(user, "Traiter", panel);
  await waitFor(() => expect(toasts()[0]).toHaveTextContent("le statut. Le serveur ne répond pas."));
  expect(within(panel).getByRole("button", { name: "Traiter" })).toBeEnabled();
  expect(await storedOrder(shop.sql, order)).toMatchObject({ status: "pending" });
  await expectLogged(errors, /status could not be changed/);
});

test("of two administrators at once the second is told, and overwrites nothing", async ({
  open,
  shop,
  customer,
  administrator,
}) => {
  const goods = await createProduct(shop.sql);
  const order = await createOrder(shop.sql, await customer(), { lines: [{ goods, quantity: 1 }] });
  const { user } = await open(listOf(order), { as: await administrator() });
  const panel = await findPanel(order);
  await press(user, "Annuler", panel);
  const dialog = await findDialog(`Annuler la commande ${order.number} ?`);
  await fill(user, within(dialog).getByLabelText(REASON), "Adresse introuvable");
  const release = shop.network.hold(CHANGE, "PATCH");
  await press(user, "Annuler la commande", dialog);
  await shop.sql`
    update orders set status = 'cancelled', cancellation_reason = 'Rupture' where id = ${order.id}`;
  release();
  await expectFailure(
    "Erreur",
    `Impossible de mettre à jour le statut. La commande ${order.number} est déjà annulée.`,
  );
  await expectNoDialog();
  await waitFor(() => expect(panel).toHaveTextContent("Rupture"));
  expect(await storedOrder(shop.sql, order)).toEqual({ status: "cancelled", cancellation_reason: "Rupture" });
});

test("what the database itself refuses is told as somebody else's change", async ({
  open,
  shop,
  customer,
  administrator,
}) => {
  const goods = await createProduct(shop.sql);
  const order = await createOrder(shop.sql, await customer(), { lines: [{ goods, quantity: 1 }] });
  const { user } = await open(listOf(order), { as: await administrator() });
  const panel = await findPanel(order);
  shop.network.answer(
    CHANGE,
    async () => {
      await shop.sql`update orders set status = 'completed' where id = ${order.id}`;
      const message = "Une commande « completed » ne peut pas devenir « processing »";
      return Response.json({ code: "YA006", message, details: null, hint: null }, { status: 400 });
    },
    "PATCH",
  );
  await press(user, "Traiter", panel);
  await waitFor(() =>
    expect(toasts()[0]).toHaveTextContent(`La commande ${order.number} est déjà terminée.`),
  );
  await waitFor(() => expect(finishOf(order)).toBeDisabled());
});
