/** /courier: the stops of a run, what came of them, and what happens without a network or a session. */
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, vi } from "vitest";
import { getToday } from "#app/lib/format/days.ts";
import { formatDay } from "#app/lib/format/weekdays.ts";
import { SESSION_KEY } from "#app/lib/supabase/stored-session.ts";
import { createProduct, type StoredProduct } from "#tests/support/products.ts";
import { createPreparedOrder, getDelivery, type PreparedOrder, sendOutOrders } from "#tests/support/runs.ts";
import { clickButton, findDialog } from "#tests/support/screens/admin-lists.ts";
import {
  type Account,
  expect,
  fillField,
  type Shop,
  screen,
  testWithOwnShop as test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";

let drill: StoredProduct;
let issa: Account;
beforeEach<{ shop: Shop; administrator(name?: string, role?: "courier"): Promise<Account> }>(
  async ({ shop, administrator }) => {
    drill = await createProduct(shop.sql, { price: 5000, stock: 100 });
    issa = await administrator("Issa Ouédraogo", "courier");
  },
);
afterEach(() => vi.restoreAllMocks());

async function createOrders(shop: Shop, customer: Account, count: number): Promise<PreparedOrder[]> {
  const orders: PreparedOrder[] = [];
  for (let index = 0; index < count; index++)
    orders.push(await createPreparedOrder(shop.sql, customer, drill));
  return orders;
}

const findStop = (order: PreparedOrder | undefined) =>
  waitFor(() => {
    const stop = screen
      .queryAllByRole("article")
      .find((card) => card.textContent.includes(order?.number ?? "?"));
    if (!stop) throw new Error("The stop is not open.");
    return stop;
  });
/** Asserts what the list of done stops says of an order. */
const expectDone = (order: PreparedOrder | undefined, text: string | RegExp) =>
  waitFor(() => {
    const rows = screen.queryAllByRole("listitem");
    const row = rows.find((item) => item.textContent.includes(order?.number ?? "?"));
    expect(row).toHaveTextContent(text);
  });
const setOnline = (isOnline: boolean) => vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);

test("a courier tells each kind of outcome, and the shop has it", async ({ open, shop, customer }) => {
  const orders = await createOrders(shop, await customer(), 4);
  const [whole, partial, refused, absent] = orders;
  await shop.sql`
    update public.order_items set sold_by = '{"unit": "metre", "step_size": 0.5}' where order_id = ${partial?.id ?? ""}`;
  // Its zone is served one day a week, and the shop has noted what was paid by mobile money.
  await shop.sql`
    with zone as (insert into delivery_zones (name, days) values ('Boromo', '{2}') returning id)
    update orders set zone_id = zone.id from zone where orders.id = ${absent?.id ?? ""}`;
  const paid = {
    id: randomUUID(),
    order_id: absent?.id,
    kind: "paid",
    data: { mobile_money: 2000, reference: "OM-4455" },
  };
  await shop.sql`select from public.record_order_event(${JSON.stringify(paid)}::text::jsonb)`;
  await sendOutOrders(shop.sql, issa, orders);
  const { user } = await open("/courier", { as: issa });
  expect(await findStop(absent)).toHaveTextContent(/Déjà payé : 2\s000\s+XOF, mobile money OM-4455/);
  const first = within(await findStop(whole));
  expect(first.getByText(/^12\s000\s+XOF$/)).toBeVisible();
  expect(first.getByRole("link", { name: "Appel : +226 76 54 32 10" })).toHaveAttribute(
    "href",
    "tel:+22676543210",
  );
  expect(first.getByRole("link", { name: /^WhatsApp/ })).toHaveAttribute(
    "href",
    expect.stringContaining(`wa.me/22676543210?text=Bonjour%2C%20je%20suis%20le%20livreur`),
  );
  expect(first.getByRole("link", { name: /^Carte/ })).toHaveAttribute(
    "href",
    expect.stringContaining("Ouagadougou"),
  );

  await clickButton(user, "Livrée", await findStop(whole));
  expect(
    within(await findDialog("Livrée : Fatou Sawadogo")).getByLabelText("Montant reçu (XOF)"),
  ).toHaveValue("12000");
  await user.click(screen.getByLabelText("Les deux"));
  await fillField(user, screen.getByLabelText("En espèces (XOF)"), "5 000");
  expect(screen.getByLabelText("Par mobile money (XOF)")).toHaveValue("7000");
  await fillField(user, screen.getByLabelText("Référence du paiement"), "OM-76");
  await clickButton(user, "Enregistrer");

  // Two steps of half a metre.
  expect(await findStop(partial)).toHaveTextContent(`1 m : ${drill.name}`);
  await clickButton(user, "Livrée en partie", await findStop(partial));
  expect(await findDialog("Livrée en partie : Fatou Sawadogo")).toHaveTextContent("par 0,5 m");
  await clickButton(user, "Enregistrer");
  expect(await screen.findByText("Choisissez ce que le client refuse")).toBeVisible();
  // There are two.
  const refusedPieces = screen.getByLabelText(`Pièces refusées : ${drill.name}`);
  await fillField(user, refusedPieces, "9");
  expect(refusedPieces).toHaveValue("2");
  expect(screen.getByLabelText("Montant reçu (XOF)")).toHaveValue("2000");
  await fillField(user, refusedPieces, "");
  await clickButton(user, `Une pièce refusée de plus : ${drill.name}`);
  expect(screen.getByLabelText("Montant reçu (XOF)")).toHaveValue("7000");
  // The customer pays a part at the shop meanwhile.
  await shop.sql`
    insert into cash_movements (from_account, to_account, amount, order_id) values ('order', 'drawer', 1000, ${partial?.id ?? ""})`;
  window.dispatchEvent(new Event("online"));
  await waitFor(() => expect(screen.getByLabelText("Montant reçu (XOF)")).toHaveValue("6000"));
  await user.click(screen.getByLabelText("Mobile money"));
  await clickButton(user, "Enregistrer");
  expect(screen.getByLabelText("Référence du paiement")).toHaveAccessibleDescription(/Entrez la référence/);
  await fillField(user, screen.getByLabelText("Référence du paiement"), "OM-77");
  await clickButton(user, "Enregistrer");

  await clickButton(user, "Refusée", await findStop(refused));
  await clickButton(user, "Enregistrer");
  expect(await screen.findByText("Dites pourquoi le client refuse")).toBeVisible();
  await user.click(screen.getByLabelText("Autre motif"));
  await fillField(user, screen.getByLabelText("Lequel ?"), "Parti en voyage");
  await clickButton(user, "Enregistrer");

  await clickButton(user, "Client absent", await findStop(absent));
  const [undecided, today, ...days] = within(screen.getByLabelText(/^Nouveau jour/)).getAllByRole("option");
  expect([undecided, today].map((option) => option?.textContent)).toEqual([
    "La boutique s'en occupe",
    formatDay(getToday()),
  ]);
  for (const day of days) expect(day).toHaveTextContent(/^mardi /);
  await clickButton(user, "Enregistrer");
  expect(
    await screen.findByText(/Tous les arrêts sont faits\. Rapportez 5\s000\s+XOF en espèces/),
  ).toBeVisible();
  await waitFor(() => expect(screen.getByText("Tout est envoyé")).toBeVisible());
  expect(screen.getByText(/Rapportez 5\s000\s+XOF en espèces/)).toBeVisible();
  for (const order of orders) await expectDone(order, "Envoyé");
  expect(await getDelivery(shop.sql, { id: whole?.id ?? "" })).toMatchObject({
    stage: "delivered",
    paid_amount: 12_000,
  });
  expect([
    ...(await shop.sql`
      select to_account, amount, reference from cash_movements where order_id = ${whole?.id ?? ""} order by amount`),
  ]).toEqual([
    { to_account: "courier", amount: 5000, reference: null },
    { to_account: "mobile_money", amount: 7000, reference: "OM-76" },
  ]);
  expect(await getDelivery(shop.sql, { id: partial?.id ?? "" })).toMatchObject({
    stage: "delivered",
    paid_amount: 7000,
  });
  expect(await getDelivery(shop.sql, { id: refused?.id ?? "" })).toMatchObject({ stage: "refused" });
  expect(await getDelivery(shop.sql, { id: absent?.id ?? "" })).toMatchObject({ stage: "prepared" });
  // Nobody has agreed on a day.
  const [postponed] = await shop.sql`select delivery_day from orders where id = ${absent?.id ?? ""}`;
  expect(postponed?.delivery_day).toBeNull();
});

test("what is told without a network is kept, can be corrected, and is sent once", async ({
  open,
  shop,
  customer,
}) => {
  const orders = await createOrders(shop, await customer(), 2);
  const [first, second] = orders;
  await sendOutOrders(shop.sql, issa, orders);
  await open("/courier", { as: issa });
  await findStop(first);
  const online = setOnline(false);
  // A restart.
  const { user } = await open("/courier");
  for (const order of orders) {
    await clickButton(user, "Livrée", await findStop(order));
    await clickButton(user, "Enregistrer");
  }
  expect(await screen.findByText("2 à envoyer", { exact: false })).toHaveTextContent(
    "Hors ligne · 2 à envoyer",
  );
  await clickButton(user, `Corriger : ${second?.number}`);
  await clickButton(user, "Livrée", await findStop(second));
  await fillField(user, screen.getByLabelText("Montant reçu (XOF)"), "11 000");
  expect(await screen.findByText(/^Il manque 1\s000\s+XOF/)).toBeVisible();
  await clickButton(user, "Enregistrer");
  // The desk cancels meanwhile.
  await shop.sql`
    update orders set status = 'cancelled', cancellation_reason = 'Le client a appelé' where id = ${first?.id ?? ""}`;
  // The network is back before the shop is.
  const repair = shop.network.fail(/record_order_event/);
  online.mockReturnValue(true);
  window.dispatchEvent(new Event("online"));
  expect(await screen.findByText(/^La boutique ne répond pas · 2 à envoyer$/)).toBeVisible();
  repair();
  await clickButton(user, "Actualiser");
  await waitFor(() => expect(screen.getByText("1 conflit")).toBeVisible());
  await expectDone(first, /Conflit.*Cette commande est annulée/);
  await expectDone(second, "Envoyé");
  await clickButton(user, "Actualiser");
  expect(await getDelivery(shop.sql, { id: first?.id ?? "" })).toEqual({
    stage: "cancelled",
    paid_amount: 12_000,
    events: [{ kind: "delivered", conflict: expect.stringContaining("Cette commande est annulée") }],
  });
  expect(await getDelivery(shop.sql, { id: second?.id ?? "" })).toEqual({
    stage: "delivered",
    paid_amount: 11_000,
    events: [{ kind: "delivered", conflict: null }],
  });
  // Once it is read, the shop's own copy of it remains.
  await clickButton(user, `Compris : ${first?.number}`);
  await waitFor(() => expect(screen.getByText("Tout est envoyé")).toBeVisible());
  await expectDone(first, "Conflit");
});

test("an outcome belongs to its account, whoever signs in", async ({
  open,
  shop,
  customer,
  administrator,
}) => {
  const awa = await customer();
  const [order] = await createOrders(shop, awa, 1);
  if (!order) throw new Error("no order");
  await sendOutOrders(shop.sql, issa, [order]);
  await open("/courier", { as: issa });
  await findStop(order);
  // The session has ended: the run is still there, and what is told is kept.
  localStorage.removeItem(SESSION_KEY);
  const { user } = await open("/courier");
  await clickButton(user, "Livrée", await findStop(order));
  await clickButton(user, "Enregistrer");
  expect(await screen.findByText(/Votre session est terminée/)).toBeVisible();
  expect(screen.getByText("1 à envoyer")).toBeVisible();

  const moussa = await administrator("Moussa Sanou", "courier");
  await open("/courier", { as: moussa });
  expect(await screen.findByText("Aucune tournée en cours", { exact: false })).toBeVisible();
  expect(screen.getByText(/1 résultat d'un autre compte attend sur ce téléphone/)).toBeVisible();
  expect(screen.queryByText(order.number)).toBeNull();
  expect(await getDelivery(shop.sql, order)).toMatchObject({ stage: "on_road", events: [] });

  await open("/courier", { as: issa });
  await waitFor(async () =>
    expect(await getDelivery(shop.sql, order)).toMatchObject({ stage: "delivered", paid_amount: 12_000 }),
  );
  await expectDone(order, "Envoyé");
});

test("a code is asked for when the shop wants it, and a wrong one is a conflict", async ({
  open,
  shop,
  customer,
  administrator,
}) => {
  await shop.sql`update order_settings set delivery_proof = 'code'`;
  const awa = await customer();
  const orders = await createOrders(shop, awa, 2);
  const [right, wrong] = orders;
  await sendOutOrders(shop.sql, issa, orders);
  await shop.sql`update order_settings set delivery_proof = 'none'`;
  await open(`/account/orders/${right?.id}`, { as: awa });
  const code = await screen.findByText(/^\d{4}$/);
  const digits = code.textContent;
  // A customer without an account reads it nowhere: the desk tells them.
  await open(`/admin/orders/${right?.id}`, { as: await administrator("Awa", "sales") });
  await screen.findByText(digits);
  expect(screen.getByRole("link", { name: "WhatsApp" })).toHaveAttribute(
    "href",
    expect.stringContaining(encodeURIComponent(`Code pour le livreur : ${digits}.`)),
  );
  const { user } = await open("/courier", { as: issa });
  for (const [order, typed] of [
    [right, digits],
    [wrong, "12"],
  ] as const) {
    await clickButton(user, "Livrée", await findStop(order));
    await fillField(user, screen.getByLabelText("Code du client"), typed);
    await clickButton(user, "Enregistrer");
  }
  expect(screen.getByLabelText("Code du client")).toHaveAccessibleDescription(/quatre chiffres/);
  await fillField(user, screen.getByLabelText("Code du client"), "");
  await clickButton(user, "Enregistrer");
  await expectDone(wrong, /Conflit.*Le code du client manque/);
  await expectDone(right, "Envoyé");
});

test("others are told what the page is for, and couriers are led to it", async ({ open, customer }) => {
  await open("/courier");
  expect(await screen.findByRole("link", { name: "Se connecter" })).toHaveAttribute(
    "href",
    "/login?returnUrl=/courier",
  );
  // Whoever has no runs on this phone has typed nothing either.
  await open("/courier", { as: await customer() });
  expect(await screen.findByText(/Connectez-vous avec votre compte de livreur/)).toBeVisible();
  expect(await screen.findByRole("button", { name: "Se reconnecter" })).toBeVisible();
  const load = vi.spyOn(window.location, "assign").mockImplementation(() => {});
  await open("/admin/dashboard", { as: issa });
  await waitFor(() => expect(load).toHaveBeenCalledWith("/courier"));
});
