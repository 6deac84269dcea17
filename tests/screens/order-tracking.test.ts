/** The page of an order's link, /suivi, and the message of the desk to the customer. */
import { randomUUID } from "node:crypto";
import type { Sql } from "#backend/core/database/database.ts";
import { createOrder } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";
import { findPanel } from "#tests/support/screens/admin-orders.ts";
import {
  expect,
  expectLoggedError,
  fillField,
  screen,
  testWithOwnShop as test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";

interface PlacedOrder {
  id: string;
  number: string;
  token: string;
}

/** An order of 9 500 francs, to a zone that is served every day. */
async function place(sql: Sql, customer: { id: string }): Promise<PlacedOrder> {
  const drill = await createProduct(sql, { price: 7500, stock: 50 });
  const { id, number } = await createOrder(sql, customer, { lines: [{ product: drill, quantity: 1 }] });
  const [zone] = await sql<{ id: string }[]>`
    insert into public.delivery_zones (name, days, delay_hours) values (${randomUUID()}, '{1,2,3,4,5,6,7}', 24) returning id`;
  await sql`update public.orders set zone_id = ${zone?.id ?? ""} where id = ${id}`;
  const [row] = await sql<{ token: string }[]>`
    select private.get_tracking_token(o) as token from public.orders o where id = ${id}`;
  return { id, number, token: row?.token ?? "" };
}

const setStage = (sql: Sql, { id }: PlacedOrder, stage: string, status: string) =>
  sql.begin(async (tx) => {
    await tx`select set_config('yaare.recording_event', ${id}, true)`;
    await tx`update public.orders set stage = ${stage}, status = ${status} where id = ${id}`;
    await tx`insert into public.order_events (id, order_id, kind, at) values (gen_random_uuid(), ${id}, ${stage}, now())`;
  });

const getOrder = async (sql: Sql, { id }: PlacedOrder) => {
  const [row] =
    await sql`select stage, delivery_day::text, delivery_half, cancellation_reason from public.orders where id = ${id}`;
  return row;
};

test("the day can be changed, and the order cancelled until it is prepared", async ({
  open,
  shop,
  customer,
  errors,
}) => {
  const order = await place(shop.sql, await customer());
  const { user } = await open(`/order/${order.token}`);
  await screen.findByRole("heading", { level: 1, name: "Votre commande est enregistrée" });
  expect(screen.getByText("Montant à préparer").parentElement).toHaveTextContent(/9\s500\sXOF/);
  expect(screen.getByText("Nous convenons du jour avec vous")).toBeVisible();
  for (const secret of ["Fatou", "Sawadogo", "76543210"])
    expect(document.body.textContent).not.toContain(secret);

  await user.click(screen.getByRole("button", { name: "Changer le jour" }));
  const form = within(screen.getByRole("form", { name: "Changer le jour" }));
  const [, second] = form.getAllByRole("option");
  await user.selectOptions(form.getByLabelText("Jour de livraison"), second?.getAttribute("value") ?? "");
  await user.selectOptions(form.getByLabelText("Moment"), "afternoon");
  shop.network.fail(/change_order_day/, { status: 503 });
  await user.click(form.getByRole("button", { name: "Choisir ce jour" }));
  expect(await form.findByRole("alert")).toBeVisible();
  await expectLoggedError(errors, /tracking/);
  shop.network.respond(/change_order_day/, (_request, forward) => forward());
  await user.click(form.getByRole("button", { name: "Choisir ce jour" }));
  await waitFor(() => expect(screen.queryByRole("form", { name: "Changer le jour" })).toBeNull());
  expect(screen.getByRole("heading", { name: "Livraison" })).toHaveFocus();
  expect(await screen.findByText(/après-midi \(14 h – 18 h\)$/)).toBeVisible();
  expect(await getOrder(shop.sql, order)).toMatchObject({
    delivery_day: second?.getAttribute("value"),
    delivery_half: "afternoon",
  });

  await user.click(screen.getByRole("button", { name: "Annuler la commande" }));
  const cancel = within(screen.getByRole("form", { name: "Annuler la commande" }));
  await fillField(user, cancel.getByLabelText(/^Motif/), "J'ai trouvé ailleurs");
  await user.click(cancel.getByRole("button", { name: "Annuler ma commande" }));
  await screen.findByRole("heading", { level: 1, name: "Votre commande est annulée" });
  expect(await getOrder(shop.sql, order)).toMatchObject({
    stage: "cancelled",
    cancellation_reason: "Annulée par le client : J'ai trouvé ailleurs",
  });
  expect(screen.queryByRole("button", { name: "Changer le jour" })).toBeNull();

  // An advance that arrives all the same is owed to the customer.
  await shop.sql`
    insert into public.cash_movements (from_account, to_account, amount, order_id)
    values ('order', 'mobile_money', 2000, ${order.id})`;
  await open(`/order/${order.token}`);
  expect(await screen.findByText(/^Nous vous devons 2\s000\sXOF\.$/)).toBeVisible();
});

test("somebody who cancels too late is told whom to call", async ({ open, shop, customer, errors }) => {
  const order = await place(shop.sql, await customer());
  const { user } = await open(`/order/${order.token}`);
  await user.click(await screen.findByRole("button", { name: "Annuler la commande" }));
  await setStage(shop.sql, order, "prepared", "processing");
  await user.click(screen.getByRole("button", { name: "Annuler ma commande" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(/ne s'annule plus ici : appelez-nous au/);
  await expectLoggedError(errors, /tracking/);
  await user.click(screen.getByRole("button", { name: "Actualiser" }));
  await screen.findByRole("heading", { level: 1, name: "Votre commande est préparée" });
  expect(screen.queryByRole("button", { name: "Annuler la commande" })).toBeNull();

  // What the courier has not taken is to be paid all the same, and no goods are looked at before.
  await setStage(shop.sql, order, "delivered", "processing");
  await open(`/order/${order.token}`);
  expect((await screen.findByText("Reste à payer")).parentElement).toHaveTextContent(/9\s500\sXOF$/);
});

test("a half-day that is over is not chosen again", async ({ open, shop, customer }) => {
  const order = await place(shop.sql, await customer());
  // Ready tomorrow at eleven: the morning is over, which was promised.
  const now = new Date();
  const day = new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10);
  await shop.sql`
    update delivery_zones set delay_hours = ${35 - now.getUTCHours()}
    where id = (select zone_id from orders where id = ${order.id})`;
  await shop.sql`update orders set delivery_day = ${day}, delivery_half = 'morning' where id = ${order.id}`;
  const { user } = await open(`/order/${order.token}`);
  await user.click(await screen.findByRole("button", { name: "Changer le jour" }));
  const form = within(screen.getByRole("form", { name: "Changer le jour" }));
  await user.click(form.getByRole("button", { name: "Choisir ce jour" }));
  await waitFor(() => expect(screen.queryByRole("form", { name: "Changer le jour" })).toBeNull());
  expect(await getOrder(shop.sql, order)).toMatchObject({ delivery_day: day, delivery_half: "afternoon" });
});

test("the courier can be called while the order is on the road", async ({ open, shop, customer }) => {
  const [me, courier] = [await customer(), await customer()];
  const order = await place(shop.sql, me);
  await shop.sql`update public.profiles set phone = '+22670000009' where id = ${courier.id}`;
  await shop.sql`
    with run as (
      insert into public.runs (day, name, courier_id, courier_name, state, out_at)
      values (current_date, 'Tournée', ${courier.id}, 'Issa Ouédraogo', 'out', now()) returning id
    )
    insert into public.run_stops (run_id, order_id, position) select id, ${order.id}, 1 from run`;
  await setStage(shop.sql, order, "on_road", "processing");
  await open(`/order/${order.token}`);
  expect(await screen.findByRole("link", { name: "Appeler Issa" })).toHaveAttribute(
    "href",
    "tel:+22670000009",
  );
  expect(document.body.textContent).not.toContain("Issa Ouédraogo");
  expect(document.body.textContent).not.toContain("Nous convenons du jour");
  const steps = within(screen.getByRole("list", { name: "Étapes" })).getAllByRole("listitem");
  expect(steps.findIndex((step) => step.getAttribute("aria-current") === "step")).toBe(3);
});

test("/suivi opens the order of a number and a telephone, and says what is wrong", async ({
  open,
  shop,
  customer,
  errors,
}) => {
  const order = await place(shop.sql, await customer());
  const { user, router } = await open("/suivi");
  const submit = () => user.click(screen.getByRole("button", { name: "Voir ma commande" }));
  await screen.findByLabelText("Numéro de commande");
  await submit();
  expect(await screen.findByText("Numéro de commande requis")).toBeVisible();
  expect(screen.getByText("Numéro de téléphone invalide")).toBeVisible();
  expect(screen.getByLabelText("Numéro de commande")).toHaveFocus();
  await fillField(user, screen.getByLabelText("Numéro de commande"), order.number.toLowerCase());
  await fillField(user, screen.getByLabelText("Téléphone"), "70 00 00 00");
  await submit();
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Aucune commande n'a ce numéro et ce téléphone.",
  );
  const setLimit = (maximum: number) =>
    shop.sql`update public.limits set maximum = ${maximum} where name = 'order_lookups' and scope = 'phone'`;
  await setLimit(0);
  await submit();
  await waitFor(() =>
    expect(screen.getByRole("alert")).toHaveTextContent(/Trop de demandes en peu de temps/),
  );
  await expectLoggedError(errors, /tracking/);
  await setLimit(10);
  await fillField(user, screen.getByLabelText("Téléphone"), "76 54 32 10");
  await submit();
  await screen.findByRole("heading", { level: 1, name: "Votre commande est enregistrée" });
  expect(router.state.location.pathname).toBe(`/order/${order.token}`);

  await open("/order/123456-abcdefghijklmnopqrstuvwx");
  await screen.findByRole("heading", { name: "Ce lien ne mène à aucune commande" });
  expect(screen.getByRole("link", { name: "Chercher ma commande" })).toHaveAttribute("href", "/suivi");
  const restore = shop.network.fail(/track_order/, { status: 503 });
  const failed = await open(`/order/${order.token}`);
  await screen.findByRole("heading", { name: "Impossible de charger votre commande" });
  restore();
  await failed.user.click(screen.getByRole("button", { name: "Réessayer" }));
  await screen.findByRole("heading", { name: "Votre commande est enregistrée" });
  await expectLoggedError(errors, /tracked order/);
});

test("the desk has the text with the link ready for WhatsApp", async ({
  open,
  shop,
  customer,
  administrator,
}) => {
  const order = await place(shop.sql, await customer());
  await open(`/admin/orders?search=${order.number}`, { as: await administrator() });
  const panel = within(await findPanel(order));
  const link = new URL(
    (await panel.findByRole<HTMLAnchorElement>("link", { name: "Prévenir le client" })).href,
  );
  expect(link.pathname).toBe("/22676543210");
  expect(link.searchParams.get("text")).toBe(
    `Yaaré : commande ${order.number} enregistrée. Nous vous appelons pour la confirmer. Préparez 9 500 XOF. ${window.location.origin}/order/${order.token}`,
  );
});
