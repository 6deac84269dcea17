/** The desk: queues worked through, the picking list, an order's page with its history, and a number's refusals. */
import { randomUUID } from "node:crypto";
import type { Sql } from "#backend/core/database/database.ts";
import type { Account } from "#tests/support/accounts.ts";
import { createOrder } from "#tests/support/orders.ts";
import { createProduct, type StoredProduct } from "#tests/support/products.ts";
import { expectUrl } from "#tests/support/screens/admin-layout.ts";
import { clickButton, expectNoDialog, findDialog, loseResponse } from "#tests/support/screens/admin-lists.ts";
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

interface Placed {
  id: string;
  number: string;
  total_amount: number;
}

/** The orders of a test alone, so that its queues have nothing else; the first is the oldest. */
async function placeOrders(sql: Sql, buyer: Account, lines: [StoredProduct, number][][]): Promise<Placed[]> {
  await sql`delete from orders`;
  const orders = [];
  for (const [index, each] of lines.entries()) {
    orders.push(
      await createOrder(sql, buyer, {
        lines: each.map(([product, quantity]) => ({ product, quantity })),
        created_at: new Date(Date.now() - (lines.length - index) * 60_000).toISOString(),
      }),
    );
  }
  return orders;
}

const setStage = (sql: Sql, ids: readonly string[], stage: "confirmed" | "prepared") => sql`
  update orders set stage = ${stage}, status = ${stage === "prepared" ? "processing" : "pending"} where id = any (${ids})`;

/** An order that the customer refused at the door, by what the shop's triggers would have written. */
async function refuseOrder(sql: Sql, buyer: Account, product: StoredProduct): Promise<void> {
  const { id } = await createOrder(sql, buyer, { lines: [{ product, quantity: 1 }] });
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      update orders set stage = 'refused', status = 'cancelled', cancellation_reason = 'Trop cher' where id = ${id}`;
  });
}

const listEvents = (sql: Sql, { id }: { id: string }) => sql<{ kind: string; data: object }[]>`
  select kind, data from order_events where order_id = ${id} order by recorded_at, id`;

const findOrder = ({ number }: { number: string }) =>
  screen.findByRole("region", { name: `Commande ${number}` });

test("the orders to confirm are called one after the other, by tap and by key", async ({
  open,
  shop,
  customer,
  administrator,
}) => {
  const drill = await createProduct(shop.sql, { price: 7500, stock: 40 });
  const [first, second, third] = await placeOrders(shop.sql, await customer(), [
    [[drill, 1]],
    [[drill, 2]],
    [[drill, 3]],
  ]);
  if (!first || !second || !third) throw new Error("no orders");
  const { user } = await open("/admin/desk/confirm", { as: await administrator("Mariam", "sales") });
  await screen.findByRole("link", { name: first.number });
  expect(
    within(screen.getByRole("navigation", { name: "Files" })).getByRole("link", { name: /^À confirmer/ }),
  ).toHaveTextContent("3");
  await waitFor(() =>
    expect(
      within(screen.getByRole("navigation", { name: "Administration" })).getByRole("link", {
        name: "À confirmer 3 en attente",
      }),
    ).toBeVisible(),
  );

  await clickButton(user, "Prendre la suivante");
  const opened = within(await findOrder(first));
  expect(opened.getByRole("link", { name: "Appeler" })).toHaveAttribute("href", "tel:+22676543210");
  const whatsapp = opened.getByRole("link", { name: "WhatsApp" }).getAttribute("href") ?? "";
  expect(decodeURIComponent(whatsapp)).toMatch(
    new RegExp(`^https://wa.me/22676543210\\?text=Bonjour Fatou Sawadogo, ici .*${first.number}.*OUI`),
  );
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("region", { name: /^Commande/ })));
  await clickButton(user, "Pas de réponse");
  await findOrder(second);
  await expectNewestToast(`Commande ${first.number}`);
  // Keys work while the order has the focus, and not while one types.
  await waitFor(() =>
    expect(document.activeElement).toHaveAttribute("aria-label", `Commande ${second.number}`),
  );
  await user.type(screen.getByLabelText("Note"), "n1");
  expect(screen.getByRole("region", { name: `Commande ${second.number}` })).toBeVisible();
  const region = screen.getByRole("region", { name: `Commande ${second.number}` });
  region.focus();
  // A key that stays pressed presses no button of the orders that follow.
  region.dispatchEvent(new KeyboardEvent("keydown", { code: "Digit1", repeat: true, bubbles: true }));
  await user.keyboard("1");
  await findOrder(third);
  expect(screen.getByLabelText("Note")).toHaveValue("");
  await clickButton(user, "Rappeler plus tard");
  await clickButton(user, /^Demain matin/, await findDialog("Rappeler Fatou Sawadogo"));
  // The one without an answer is behind the last one.
  await findOrder(first);
  await user.keyboard("n");
  await screen.findByText("Il n'y a plus de commande à prendre dans cette file pour le moment.");
  expect(await listEvents(shop.sql, first)).toMatchObject([{ data: { outcome: "no_answer" } }]);
  // What was typed during a call is not lost with the tap that ends it.
  expect(await listEvents(shop.sql, second)).toMatchObject([
    { kind: "note", data: { text: "n1" } },
    { data: { outcome: "confirmed" } },
  ]);
  expect(await listEvents(shop.sql, third)).toMatchObject([{ data: { outcome: "later" } }]);
  await screen.findByText(/^Rappeler le /);
});

test("a call that is sent again after a lost answer counts once, and a refusal is told", async ({
  open,
  shop,
  customer,
  administrator,
  errors,
}) => {
  const drill = await createProduct(shop.sql, { price: 7500, stock: 40 });
  const buyer = await customer();
  const [order] = await placeOrders(shop.sql, buyer, [[[drill, 1]]]);
  if (!order) throw new Error("no order");
  for (const _ of [1, 2]) await refuseOrder(shop.sql, buyer, drill);
  const { user } = await open(`/admin/orders/${order.id}`, { as: await administrator() });
  const page = within(await findOrder(order));
  page.getByText("Appel nécessaire.");
  expect(page.getByRole("link", { name: "Modifier" })).toHaveAttribute(
    "href",
    `/admin/orders/${order.id}/edit`,
  );
  page.getByRole("link", { name: "Livrer en deux fois" });
  const history = within(page.getByRole("region", { name: "Historique du +226 76 54 32 10" }));
  history.getByText("2 refusées");
  expect(history.getAllByText("Motif : Trop cher")).toHaveLength(2);
  const answer = shop.network.respond(/rpc\/record_order_event/, loseResponse);
  await clickButton(user, "Pas de réponse");
  await expectNewestToast("Erreur");
  answer();
  await clickButton(user, "Pas de réponse");
  await screen.findByText("Appel : pas de réponse");
  await expectLoggedError(errors, /the event could not be recorded/);
  expect(await listEvents(shop.sql, order)).toHaveLength(1);

  // Somebody else has cancelled it meanwhile.
  await shop.sql`update orders set status = 'cancelled', cancellation_reason = 'Doublon' where id = ${order.id}`;
  await clickButton(user, "Confirmée");
  await expectNewestToast("Cette commande est annulée");
  await expectLoggedError(errors, /the event could not be recorded/);
});

test("an order is prepared, delivered in part and paid on its page, which says who did what", async ({
  open,
  shop,
  customer,
  administrator,
}) => {
  const drill = await createProduct(shop.sql, { price: 7500, stock: 40 });
  const [order] = await placeOrders(shop.sql, await customer(), [[[drill, 4]]]);
  if (!order) throw new Error("no order");
  await setStage(shop.sql, [order.id], "confirmed");
  await shop.sql`
    insert into order_events (id, order_id, kind, at, actor_name, conflict)
    values (${randomUUID()}, ${order.id}, 'absent', now() - interval '1 hour', 'Issa', 'Cette commande est annulée')`;
  const { user, router } = await open("/admin/orders", { as: await administrator("Mariam") });
  await clickButton(user, `Détails de la commande ${order.number}`);
  await user.click(await screen.findByRole("link", { name: "Page de la commande" }));
  await expectUrl(router, `/admin/orders/${order.id}`);
  const history = within(await screen.findByRole("list", { name: "Historique" }));
  const page = within(await findOrder(order));
  expect(history.getByText("Client absent").closest("li")).toHaveTextContent(
    /par Issa, reçu le .*À vérifier : Cette commande est annulée/,
  );
  await clickButton(user, "Préparée");
  await history.findByText("Préparée");
  expect(history.getByText("Préparée").closest("li")).toHaveTextContent("par Mariam");
  await clickButton(user, "C'est vérifié");
  const settling = await findDialog("Qu'avez-vous vérifié ?");
  await fillField(user, within(settling).getByLabelText("Ce qu'il en est"), "Vu avec Issa");
  await clickButton(user, "C'est vérifié", settling);
  await history.findByText("Vu avec Issa");
  expect(history.getByText("Cette commande est annulée : vérifié")).toBeVisible();
  expect(screen.queryByRole("button", { name: "C'est vérifié" })).toBeNull();
  await fillField(user, page.getByLabelText("Note"), "Portail bleu");
  await clickButton(user, "Ajouter la note");
  await history.findByText("Portail bleu");

  await clickButton(user, "Livrée");
  const dialog = await findDialog(`Commande ${order.number} livrée`);
  const form = within(dialog);
  expect(form.getByLabelText("En espèces (XOF)")).toHaveValue(String(order.total_amount));
  await fillField(user, form.getByLabelText(/^Paiement mobile/), "1000");
  await clickButton(user, "Enregistrer la livraison", dialog);
  await waitFor(() =>
    expect(form.getByLabelText(/^Référence/)).toHaveAccessibleDescription(
      /Entrez la référence du paiement mobile/,
    ),
  );
  await fillField(user, form.getByLabelText(/^Référence/), "OM-77");
  await user.click(form.getByText("Des articles sont refusés"));
  await fillField(user, form.getByLabelText(new RegExp(`^${drill.name}`)), "1");
  expect(form.getByText(/^Reste à payer/)).toHaveTextContent(formatXof(order.total_amount - 7500));
  // What is to be paid follows what is refused, until somebody types it.
  expect(form.getByLabelText("En espèces (XOF)")).toHaveValue(String(order.total_amount - 7500));
  await fillField(user, form.getByLabelText("En espèces (XOF)"), String(order.total_amount - 10_000));
  await clickButton(user, "Enregistrer la livraison", dialog);
  await history.findByText("Livrée en partie");
  await expectNoDialog();
  expect(page.getByText(/^Reste/)).toHaveTextContent(formatXof(1500));
  const articles = page.getByRole("list", { name: "Articles" });
  expect(within(articles).getByText(/^Refusé ou rendu : 1/)).toBeVisible();
  expect(page.getByText("Refusé ou rendu", { selector: "dt" }).nextSibling).toHaveTextContent(
    `−${formatXof(7500)}`,
  );

  await clickButton(user, "Encaisser");
  const payment = await findDialog(`Encaisser la commande ${order.number}`);
  // Somebody else takes a part of it meanwhile.
  await shop.sql`
    insert into cash_movements (from_account, to_account, amount, order_id) values ('order', 'drawer', 500, ${order.id})`;
  await router.revalidate();
  await waitFor(() => expect(within(payment).getByLabelText("En espèces (XOF)")).toHaveValue("1000"));
  await clickButton(user, "Enregistrer le paiement", payment);
  await history.findByText("Paiement");
  await expectNoDialog();
  const [stored] = await shop.sql`select status, paid_amount from orders where id = ${order.id}`;
  expect(stored).toEqual({ status: "completed", paid_amount: order.total_amount - 7500 });
});

test("what is taken along from the counter is to be handed over, not to be delivered", async ({
  open,
  shop,
  customer,
  administrator,
}) => {
  const drill = await createProduct(shop.sql, { price: 7500, stock: 40 });
  const [order] = await placeOrders(shop.sql, await customer(), [[[drill, 2]]]);
  if (!order) throw new Error("no order");
  await setStage(shop.sql, [order.id], "prepared");
  await shop.sql`
    update orders set source = 'counter', shipping_address = shipping_address || '{"address": "", "city": ""}'
    where id = ${order.id}`;
  const { router } = await open("/admin/desk/deliver", { as: await administrator() });
  expect(await screen.findByRole("row", { name: new RegExp(order.number) })).toHaveTextContent("Emporté");
  await router.navigate(`/admin/orders/${order.id}/slip`);
  await screen.findByRole("heading", { name: "À remettre à" });
});

test("whoever may not take money notes a delivery without it", async ({
  open,
  shop,
  customer,
  administrator,
}) => {
  const drill = await createProduct(shop.sql, { price: 7500, stock: 40 });
  const [order, paid] = await placeOrders(shop.sql, await customer(), [[[drill, 2]], [[drill, 1]]]);
  if (!order || !paid) throw new Error("no order");
  await setStage(shop.sql, [order.id, paid.id], "prepared");
  const payment = { id: randomUUID(), order_id: paid.id, kind: "paid", data: { cash: paid.total_amount } };
  await shop.sql`select * from private.record_order_event(${shop.sql.json(payment)})`;
  const { user, router } = await open("/admin/orders", { as: await administrator("Ali", "sales") });
  await clickButton(user, `Détails de la commande ${order.number}`);
  expect(screen.getByRole("button", { name: `Terminer la commande ${order.number}` })).toBeDisabled();
  await user.click(await screen.findByRole("link", { name: "Page de la commande" }));
  await expectUrl(router, `/admin/orders/${order.id}`);
  const history = within(await screen.findByRole("list", { name: "Historique" }));
  await clickButton(user, "Livrée");
  const dialog = await findDialog(`Commande ${order.number} livrée`);
  expect(within(dialog).getByText(/^La caisse encaisse ensuite/)).toBeVisible();
  expect(within(dialog).queryByLabelText("En espèces (XOF)")).toBeNull();
  await user.click(within(dialog).getByText("Des articles sont refusés"));
  await fillField(user, within(dialog).getByLabelText(new RegExp(`^${drill.name}`)), "1");
  await clickButton(user, "Enregistrer la livraison", dialog);
  await history.findByText("Livrée en partie");
  expect(screen.queryByRole("button", { name: "Encaisser" })).toBeNull();
  const [stored] = await shop.sql`select stage, status, paid_amount from orders where id = ${order.id}`;
  expect(stored).toEqual({ stage: "delivered", status: "processing", paid_amount: 0 });
  await router.navigate(`/admin/orders/${paid.id}`);
  await screen.findByRole("heading", { name: new RegExp(paid.number) });
  await clickButton(user, "Livrée");
  const nothingToPay = await findDialog(`Commande ${paid.number} livrée`);
  expect(within(nothingToPay).queryByText(/^La caisse encaisse ensuite/)).toBeNull();
});

test("the picking list is ticked by tapping and by codes, and its orders become prepared", async ({
  open,
  shop,
  customer,
  administrator,
  errors,
}) => {
  const drill = await createProduct(shop.sql, { price: 7500, stock: 40 });
  const saw = await createProduct(shop.sql, { price: 2000, stock: 40 });
  await shop.sql`update products set reference = 'PER-9', shelf = 'B2' where id = ${drill.id}`;
  await shop.sql`update products set shelf = 'A1' where id = ${saw.id}`;
  const buyer = await customer();
  const [first, second] = await placeOrders(shop.sql, buyer, [
    [
      [drill, 1],
      [saw, 3],
    ],
    [[drill, 1]],
  ]);
  if (!first || !second) throw new Error("no orders");
  await setStage(shop.sql, [first.id, second.id], "confirmed");
  const { user } = await open("/admin/picking", { as: await administrator("Ali", "stock") });
  await user.click(await screen.findByLabelText("Choisir toute la page"));
  await clickButton(user, "Faire la liste");
  const list = await screen.findByRole("list", { name: "Articles à prendre" });
  const rows = within(list).getAllByRole("listitem");
  expect(rows).toHaveLength(2);
  expect(rows[0]).toHaveTextContent(`${saw.name}Rayon A1${first.number} × 33`);
  expect(rows[1]).toHaveTextContent(`Rayon B2 · PER-9${first.number} × 1, ${second.number} × 12`);

  const code = screen.getByLabelText("Code ou référence");
  await user.type(code, "per-9{Enter}");
  await screen.findByText(`${drill.name} : 1 sur 2`);
  await user.type(code, "inconnu{Enter}");
  await screen.findByText("Aucun article de la liste n'a le code « inconnu ».");
  await user.type(code, "PER-9{Enter}");
  expect(screen.getByLabelText(`${drill.name}, 2`)).toBeChecked();
  await clickButton(user, "Préparées");
  const dialog = await findDialog("Tout n'est pas coché");
  expect(dialog).toHaveTextContent(saw.name);
  await clickButton(user, "Annuler", dialog);
  await user.click(screen.getByLabelText(`${saw.name}, 3`));
  await screen.findByText("2 commandes, tout est pris");

  // One of them needs a call first: it stays, with the reason.
  await shop.sql`update orders set stage = 'to_confirm' where id = ${second.id}`;
  for (const _ of [1, 2]) await refuseOrder(shop.sql, buyer, saw);
  await clickButton(user, "Préparées");
  await screen.findByText(new RegExp(`^${second.number} : Ce numéro a déjà refusé`));
  await expectLoggedError(errors, /an order could not be recorded as prepared/);
  const stages = await shop.sql<{ stage: string }[]>`
    select stage from orders where id = any (${[first.id, second.id]}) order by stage`;
  expect(stages.map(({ stage }) => stage)).toEqual(["prepared", "to_confirm"]);
});

test("the settings say from how many refusals on a call is needed", async ({ open, shop, administrator }) => {
  const { user } = await open("/admin/settings", { as: await administrator() });
  const field = await screen.findByLabelText("Refus avant un appel obligatoire");
  await fillField(user, field, "101");
  await clickButton(user, "Appliquer les règles");
  await waitFor(() => expect(field).toHaveAccessibleDescription(/de 0 à 100/));
  await fillField(user, field, "3");
  await clickButton(user, "Appliquer les règles");
  await expectNewestToast("Paramètres enregistrés");
  expect([...(await shop.sql`select refusals_before_call from order_settings`)]).toEqual([
    { refusals_before_call: 3 },
  ]);
});

test("what was taken for an order that is changed or prepared by others is to be put back", async ({
  open,
  shop,
  customer,
  administrator,
}) => {
  const drill = await createProduct(shop.sql, { price: 7500, stock: 40 });
  const [first, second] = await placeOrders(shop.sql, await customer(), [[[drill, 1]], [[drill, 2]]]);
  if (!first || !second) throw new Error("no orders");
  await setStage(shop.sql, [first.id, second.id], "confirmed");
  const path = `/admin/picking?orders=${first.id},${second.id}`;
  const { user, router } = await open(path, { as: await administrator("Ali", "stock") });
  await user.click(await screen.findByLabelText(`${drill.name}, 3`));
  await setStage(shop.sql, [second.id], "prepared");
  await router.revalidate();
  expect(await screen.findByRole("alert")).toHaveTextContent(`${drill.name} × 2`);
  await setStage(shop.sql, [first.id], "prepared");
  await router.revalidate();
  await screen.findByText("Ces commandes ne sont plus à préparer.");
  expect(screen.getByRole("alert")).toHaveTextContent(`${drill.name} × 3`);
  await clickButton(user, "C'est remis");
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});
