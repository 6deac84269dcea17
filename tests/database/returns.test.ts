/** What comes back: refused goods are counted in, returns go their way, and money is given back. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { StaffRole } from "#app/lib/supabase/database.types.ts";
import type { Sql } from "#backend/core/database/database.ts";
import { type Actor, createCustomerActor, createStaff, getSqlState, runAs } from "#tests/support/actors.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { createOrderInput, getStock, insertOrder, type PricedProduct } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";

let database: TestDatabase;
let admin: Sql;
let api: Sql;
let awa: Actor;
let staff: Record<StaffRole, Actor>;
let drill: PricedProduct;
let orderId: string;
let total: number;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  api = database.connect("authenticator", 10);
  staff = await createStaff(admin);
  await admin`update public.limits set maximum = 100000 where name like 'orders%'`;
});
afterAll(() => database.drop());
beforeEach(async () => {
  awa = await createCustomerActor(admin, `${randomUUID()}@example.com`);
  drill = await createProduct(admin, { price: 7500, stock: 10 });
  ({ id: orderId, total } = await order());
});

async function order() {
  const { id, number, total_amount } = await runAs(api, awa, (tx) =>
    insertOrder(tx, createOrderInput([{ product: drill, quantity: 4 }])),
  );
  return { id, number, total: total_amount };
}

function call(actor: Actor, name: string, argument: object) {
  return runAs(api, actor, (tx) =>
    tx.unsafe(`select * from public.${name}($1::text::jsonb)`, [JSON.stringify(argument)]),
  );
}
const record = (kind: string, data: object = {}, actor = staff.manager, id = orderId) =>
  call(actor, "record_order_event", { id: randomUUID(), order_id: id, kind, data });
const deliver = () => record("delivered", { cash: total });

async function open(
  quantity: number,
  { actor = awa, id = randomUUID(), position = 1, reason = "Ne marche pas" } = {},
) {
  await call(actor, "open_return", { id, order_id: orderId, reason, lines: [{ position, quantity }] });
  return id;
}
const decide = (id: string, isAccepted: boolean, reason: string | null = null, actor = staff.sales) =>
  runAs(api, actor, (tx) => tx`select public.decide_return(${id}, ${isAccepted}, ${reason})`);
const pieces = (lines: Record<string, number>) =>
  JSON.stringify(
    Object.entries(lines).map(([destination, quantity]) => ({ position: 1, quantity, destination })),
  );
const receive = (id: string, lines: Record<string, number>, actor = staff.stock, withShipping = false) =>
  runAs(
    api,
    actor,
    (tx) => tx`select public.receive_return(${id}, ${pieces(lines)}::text::jsonb, ${withShipping})`,
  );
const countIn = (lines: Record<string, number>, { event = randomUUID(), actor = staff.stock } = {}) =>
  runAs(
    api,
    actor,
    (tx) => tx`select public.count_in_return(${orderId}, ${event}, ${pieces(lines)}::text::jsonb)`,
  );
const refund = (values: object, actor = staff.manager) =>
  call(actor, "refund_order", { id: randomUUID(), order_id: orderId, method: "cash", ...values });

async function getMessage(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  return "";
}

const getOrder = async (id = orderId) => {
  const [row] = await admin`
    select status, stage, paid_amount, credited_amount,
      (select returned_quantity || '/' || counted_in_quantity from public.order_items i where i.order_id = o.id) as pieces
    from public.orders o where o.id = ${id}`;
  return row;
};
const getReturnable = async (actor: Actor) => {
  const rows = await runAs(
    api,
    actor,
    (tx) => tx`select returnable from public.returnable_lines(${orderId})`,
  );
  return rows.map(({ returnable }) => returnable);
};
const listToRefund = async () => {
  const rows = await runAs(
    api,
    staff.sales,
    (tx) => tx<{ id: string; refundable: number }[]>`select id, refundable from public.orders_to_refund()`,
  );
  return rows.filter(({ id }) => id === orderId).map(({ refundable }) => refundable);
};

describe("refused goods", () => {
  it("are counted in to stock, repair and loss, each piece once", async () => {
    await record("prepared");
    await record("refused", { reason: "Trop cher" });
    expect(await getStock(admin, drill)).toBe(6);
    expect(
      await runAs(api, staff.stock, (tx) => tx`select missing from public.pieces_to_count_in()`),
    ).toEqual([{ missing: 4 }]);
    const event = randomUUID();
    await countIn({ stock: 2, repair: 1 }, { event });
    await countIn({ stock: 2, repair: 1 }, { event });
    expect(await getMessage(countIn({ stock: 1, repair: 2 }, { event }))).toContain("déjà comptées");
    expect(await getMessage(countIn({ stock: 1, loss: 1 }))).toContain("Plus de pièces");
    expect(await getMessage(countIn({ lost: 1 }))).toContain("invalides");
    expect(await getMessage(countIn({ stock: 0 }))).toContain("invalides");
    expect(await getMessage(countIn({}))).toContain("invalides");
    expect(await getSqlState(countIn({ loss: 1 }, { actor: staff.sales }))).toBe("42501");
    const note = randomUUID();
    await call(staff.manager, "record_order_event", {
      id: note,
      order_id: orderId,
      kind: "note",
      data: { text: "?" },
    });
    expect(await getMessage(countIn({ loss: 1 }, { event: note }))).toContain("invalide");
    await countIn({ loss: 1 });
    expect(await getStock(admin, drill)).toBe(8);
    expect(await getOrder()).toMatchObject({ stage: "refused", pieces: "4/4" });
    expect(
      await admin`
      select destination, sum(quantity)::integer as pieces from public.counted_in_pieces
      where order_id = ${orderId} group by 1 order by 1`,
    ).toEqual([
      { destination: "loss", pieces: 1 },
      { destination: "repair", pieces: 1 },
      { destination: "stock", pieces: 2 },
    ]);
    expect(await getSqlState(admin`delete from public.counted_in_pieces where order_id = ${orderId}`)).toBe(
      "42501",
    );
  });

  it("of a product that has options since do not go to a stock that nobody has", async () => {
    await record("partly_delivered", { cash: total - 22_500, lines: [{ position: 1, quantity: 3 }] });
    const variants = JSON.stringify([{ choices: ["Rouge"], price: 7500, stock: 1 }]);
    await admin`
      select public.save_variants(p.id, p.updated_at, '[{"name": "Couleur", "choices": ["Rouge"]}]', ${variants}::text::jsonb)
      from public.products p where p.id = ${drill.id}`;
    expect(await getMessage(countIn({ stock: 3 }))).toContain("n'est plus en vente sous cette forme");
    await countIn({ loss: 3 });
    expect(await getOrder()).toMatchObject({ pieces: "3/3" });
  });

  it("of a product that was deleted do not go to stock", async () => {
    await record("prepared");
    await record("refused", { reason: "Trop cher" });
    await admin`delete from public.products where id = ${drill.id}`;
    expect(await getMessage(countIn({ stock: 1 }))).toContain("supprimé");
    await countIn({ loss: 4 });
    expect(await getOrder()).toMatchObject({ pieces: "4/4" });
  });
});

describe("a return", () => {
  it("is asked for, accepted, received and given back", async () => {
    await deliver();
    expect(await getReturnable(awa)).toEqual([4]);
    const id = await open(3);
    await open(3, { id });
    expect(await getReturnable(awa)).toEqual([1]);
    expect(await getMessage(open(2))).toContain("Plus de pièces");
    expect(await getMessage(receive(id, { stock: 1 }))).toContain("pas accepté");
    expect(await getSqlState(decide(id, true, null, staff.stock))).toBe("42501");
    await decide(id, true);
    expect(await getMessage(receive(id, { stock: 2, loss: 2 }))).toContain("Plus de pièces");
    expect(await getSqlState(receive(id, { stock: 1 }, staff.sales))).toBe("42501");
    // The customer brings two of the three back.
    await receive(id, { stock: 1, repair: 1 });
    expect(await getMessage(receive(id, { stock: 1 }))).toContain("déjà reçu");
    expect(await getStock(admin, drill)).toBe(7);
    expect(await getOrder()).toEqual({
      status: "completed",
      stage: "delivered",
      paid_amount: total,
      credited_amount: 15_000,
      pieces: "2/2",
    });
    expect(await getReturnable(awa)).toEqual([2]);

    expect(await listToRefund()).toEqual([15_000]);
    expect(await getMessage(refund({ amount: 15_001 }))).toMatch(/à rembourser : 15.000/);
    expect(await getMessage(refund({ amount: 5, method: "mobile_money" }))).toContain("référence");
    expect(await getMessage(refund({ amount: 5, method: "gold" }))).toContain("invalide");
    expect(await getMessage(refund({ amount: -5 }))).toContain("nombre entier");
    expect(await getSqlState(refund({ amount: 5 }, staff.sales))).toBe("42501");
    const cash = { id: randomUUID(), amount: 5000 };
    await refund(cash);
    await refund(cash);
    expect(await getMessage(refund({ ...cash, amount: 1 }))).toContain("autre contenu");
    const transfer = { ...cash, method: "mobile_money", reference: "OM-6" };
    expect(await getMessage(refund(transfer))).toContain("autre contenu");
    await refund({ amount: 10_000, method: "mobile_money", reference: "OM-7" });
    expect(await listToRefund()).toEqual([]);
    expect(await getOrder()).toMatchObject({ status: "completed", paid_amount: total - 15_000 });
    expect(
      await admin`
      select from_account, amount, reference from public.cash_movements
      where order_id = ${orderId} and to_account = 'order' order by amount`,
    ).toEqual([
      { from_account: "drawer", amount: 5000, reference: null },
      { from_account: "mobile_money", amount: 10_000, reference: "OM-7" },
    ]);
  });

  it("is told to the customer, and stands in the order's history, with what was given back", async () => {
    await deliver();
    const refused = await open(1);
    await decide(refused, false, "Emballage ouvert");
    const id = await open(2);
    await decide(id, true);
    await receive(id, { stock: 2 });
    await refund({ amount: 5000 });
    await refund({ amount: 10_000, method: "mobile_money", reference: "OM-9" });
    const events = await admin`
      select e.kind, e.data - 'lines' - 'return_id' as data, m.kind as mail from public.order_events e
      left join public.mails m on m.subject_id = e.id
      where e.order_id = ${orderId} and (e.kind like 'return%' or e.kind = 'refunded') order by e.recorded_at, e.kind`;
    expect([...events]).toEqual([
      { kind: "return_requested", data: { reason: "Ne marche pas" }, mail: null },
      { kind: "return_refused", data: { reason: "Emballage ouvert" }, mail: "order_step" },
      { kind: "return_requested", data: { reason: "Ne marche pas" }, mail: null },
      { kind: "return_accepted", data: {}, mail: "order_step" },
      { kind: "returned", data: {}, mail: null },
      { kind: "refunded", data: { cash: 5000 }, mail: "order_step" },
      { kind: "refunded", data: { mobile_money: 10_000, reference: "OM-9" }, mail: "order_step" },
    ]);
    const timeline = await runAs(
      api,
      awa,
      (tx) => tx<{ kind: string }[]>`select kind from public.order_timeline(${orderId})`,
    );
    expect(timeline.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining([
        "return_requested",
        "return_accepted",
        "return_refused",
        "returned",
        "refunded",
      ]),
    );
  });

  it("can be set off against another order of the same customer, which is then paid by it", async () => {
    await deliver();
    const id = await open(1, { actor: staff.sales });
    await receive(id, { stock: 1 });
    const [delivered, next] = [orderId, await order()];
    expect(await getMessage(refund({ amount: 5, method: "order", to_number: "ORD-0" }))).toContain(
      "n'existe pas",
    );
    const stranger = await createCustomerActor(admin, `${randomUUID()}@example.com`);
    const input = createOrderInput([{ product: drill, quantity: 1 }]);
    const foreign = await runAs(api, stranger, (tx) =>
      insertOrder(tx, { ...input, customer_phone: "76000001" }),
    );
    expect(await getMessage(refund({ amount: 5, method: "order", to_number: foreign.number }))).toContain(
      "autre client",
    );
    await refund({ amount: 7500, method: "order", to_number: next.number });
    expect(await getOrder(delivered)).toMatchObject({ paid_amount: total - 7500 });
    expect(await getOrder(next.id)).toMatchObject({ paid_amount: 7500 });
    await record("delivered", { cash: next.total - 7500 }, staff.manager, next.id);
    expect(await getOrder(next.id)).toMatchObject({ status: "completed", paid_amount: next.total });
    expect(await getMessage(refund({ amount: 5, method: "order", to_number: next.number }))).toContain(
      "dépasse",
    );
    const [credit] = await admin`
      select coalesce(sum(case when to_account = 'credit' then amount else -amount end), 0)::integer as open
      from public.cash_movements where 'credit' in (from_account, to_account)`;
    expect(credit).toEqual({ open: 0 });
  });

  it("makes an order complete whose missing money is not due any more", async () => {
    await record("delivered", { cash: total - 7500 });
    expect(await getOrder()).toMatchObject({ status: "processing" });
    const id = await open(1);
    await decide(id, true);
    await receive(id, { loss: 1 });
    expect(await getOrder()).toMatchObject({ status: "completed", paid_amount: total - 7500 });
    expect(await listToRefund()).toEqual([]);
  });

  it("of goods at fault gives the fee of the delivery back, once an order", async () => {
    await deliver();
    for (const [index, credit] of [7500 + 2000, 7500].entries()) {
      const id = await open(1, { actor: staff.sales });
      await receive(id, { repair: 1 }, staff.stock, true);
      expect(
        await admin`select credit_amount from public.order_returns where id = ${id}`,
        `${index}`,
      ).toEqual([{ credit_amount: credit }]);
    }
    const rest = await open(2, { actor: staff.sales });
    await receive(rest, { loss: 2 }, staff.stock, true);
    expect(await listToRefund()).toEqual([total]);
  });

  it("that is refused frees its pieces and says why", async () => {
    await deliver();
    const id = await open(4);
    await open(4, { id });
    expect(await getMessage(open(3, { id }))).toContain("autre contenu");
    expect(await getMessage(decide(id, false, " "))).toContain("motif du refus");
    await decide(id, false, "Emballage ouvert");
    expect(await getMessage(decide(id, true))).toContain("déjà terminé");
    expect(await getReturnable(awa)).toEqual([4]);
    expect(
      await runAs(
        api,
        awa,
        (tx) => tx`select state, refusal_reason from public.order_returns where id = ${id}`,
      ),
    ).toEqual([{ state: "refused", refusal_reason: "Emballage ouvert" }]);
    const stranger = await createCustomerActor(admin, `${randomUUID()}@example.com`);
    expect(await runAs(api, stranger, (tx) => tx`select from public.order_returns`)).toHaveLength(0);
  });

  it("is the customer's within the days of the settings, and the staff's at any time", async () => {
    expect(await getMessage(open(1))).toContain("Seule une commande livrée");
    await deliver();
    const stranger = await createCustomerActor(admin, `${randomUUID()}@example.com`);
    expect(await getSqlState(open(1, { actor: stranger }))).toBe("PT404");
    expect(await getReturnable(stranger)).toEqual([]);
    expect(await getMessage(open(1, { reason: " " }))).toContain("motif est requis");
    expect(await getMessage(open(1, { position: 9 }))).toContain("Choisissez");
    expect(await getMessage(open(0))).toContain("Choisissez");
    await admin`update public.order_settings set return_days = 0`;
    expect(await getMessage(open(1))).toContain("délai de retour");
    expect(await getReturnable(awa)).toEqual([]);
    expect(await getReturnable(staff.sales)).toEqual([4]);
    await open(1, { actor: staff.sales });
    await admin`update public.order_settings set return_days = 10`;
    await admin`update public.limits set maximum = 1 where name = 'order_returns'`;
    await open(1);
    expect(await getSqlState(open(1))).toBe("PT429");
    await admin`update public.limits set maximum = 10 where name = 'order_returns'`;
  });

  it("is received once by two people at once, and never beyond what was delivered", async () => {
    await deliver();
    const ids = await Promise.all([open(2, { actor: staff.sales }), open(2, { actor: staff.sales })]);
    const opened = await Promise.allSettled([1, 2, 3].map(() => open(1, { actor: staff.sales })));
    expect(opened.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    const [id] = ids;
    expect(await getMessage(open(4))).toContain("Plus de pièces");
    await receive(id, { stock: 1 });
    expect(await getMessage(open(1, { id }))).toContain("autre contenu");
    const received = await Promise.allSettled([...ids, ...ids].map((one) => receive(one, { stock: 2 })));
    expect(received.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await getOrder()).toMatchObject({ pieces: "3/3", credited_amount: 22_500 });
    expect(await getStock(admin, drill)).toBe(9);
  });
});

describe("a paid order that is cancelled", () => {
  it("is given back in full", async () => {
    await record("paid", { mobile_money: total, reference: "OM-2" });
    expect(await listToRefund()).toEqual([]);
    await record("cancelled", { reason: "Rupture" });
    expect(await listToRefund()).toEqual([total]);
    await refund({ amount: total, method: "mobile_money", reference: "OM-3" });
    expect(await listToRefund()).toEqual([]);
    expect(await getOrder()).toMatchObject({ status: "cancelled", paid_amount: 0 });
  });
});

describe("a photo", () => {
  it("is that of the own open return, and there is one", async () => {
    await deliver();
    const id = await open(1);
    const upload = (name: string, actor = awa) =>
      runAs(
        api,
        actor,
        (tx) => tx`
          insert into storage.objects (bucket_id, name, owner_id) values ('return-photos', ${name}, ${actor.id})`,
      );
    const name = `${awa.id}/${id}.jpg`;
    expect(await getSqlState(upload(name, staff.sales))).toBe("42501");
    expect(await getSqlState(upload(`${awa.id}/${randomUUID()}.jpg`))).toBe("42501");
    expect(await getSqlState(upload(`${awa.id}/x.jpg`))).toBe("42501");
    await upload(name);
    expect(await getSqlState(upload(`${awa.id}/${id}.png`))).toBe("42501");
    const list = (actor: Actor) =>
      runAs(api, actor, (tx) => tx`select from storage.objects where name = ${name}`);
    expect(
      [await list(awa), await list(staff.sales), await list(staff.courier)].map(({ length }) => length),
    ).toEqual([1, 1, 0]);
    expect(await admin`select photo_path from public.order_returns where id = ${id}`).toEqual([
      { photo_path: name },
    ]);
  });
});
