/** The history of an order: its events, the stage and the status that follow from them, and the cash book. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { StaffRole } from "#app/lib/supabase/database.types.ts";
import type { Sql } from "#backend/core/database/database.ts";
import {
  type Actor,
  createCustomerActor,
  createStaff,
  createStaffActor,
  getSqlState,
  runAs,
  serviceRole,
} from "#tests/support/actors.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { createOrderInput, getStock, insertOrder, type PricedProduct } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";
import { waitForBlockedTransactions } from "#tests/support/wait-for-locks.ts";

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
  awa = await createCustomerActor(admin, "awa@example.com");
  staff = await createStaff(admin);
});
afterAll(() => database.drop());
beforeEach(async () => {
  drill = await createProduct(admin, { price: 7500, stock: 10 });
  const order = await runAs(api, awa, (tx) =>
    insertOrder(tx, createOrderInput([{ product: drill, quantity: 4 }])),
  );
  orderId = order.id;
  total = order.total_amount;
});

interface Outcome {
  outcome: string;
  message: string | null;
  stage: string;
  status: string;
}

async function record(
  kind: string,
  data: object = {},
  { actor = staff.owner, id = randomUUID(), at }: { actor?: Actor; id?: string; at?: string } = {},
): Promise<Outcome | undefined> {
  const event = JSON.stringify({ id, order_id: orderId, kind, data, ...(at && { at }) });
  const [outcome] = await runAs(
    api,
    actor,
    (tx) => tx<Outcome[]>`select * from public.record_order_event(${event}::text::jsonb)`,
  );
  return outcome;
}

async function getMessage(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  return "";
}

const getOrder = async () => {
  const [order] = await admin<
    { status: string; stage: string; paid_amount: number; credited_amount: number }[]
  >`select status, stage, paid_amount, credited_amount from public.orders where id = ${orderId}`;
  return order;
};
const listMovements = () => admin<{ from_account: string; to_account: string; amount: number }[]>`
  select from_account, to_account, amount from public.cash_movements where order_id = ${orderId} order by amount`;
const listEvents = () => admin<{ kind: string; conflict: string | null; actor_name: string | null }[]>`
  select kind, conflict, actor_name from public.order_events where order_id = ${orderId} order by recorded_at, at, id`;

/** What the customer reads of it. */
const listTimeline = async () =>
  (
    await runAs(api, awa, (tx) => tx<{ kind: string }[]>`select kind from public.order_timeline(${orderId})`)
  ).map(({ kind }) => kind);

/** Puts the order on a run of the courier, and on the road. */
async function sendOut(): Promise<string> {
  await record("prepared");
  const [run] = await admin<{ id: string }[]>`
    insert into public.runs (day, name, courier_id, courier_name, state, out_at)
    values (current_date, 'Tournée', ${staff.courier.id}, 'Issa', 'out', now()) returning id`;
  await admin`insert into public.run_stops (run_id, order_id, position) values (${run?.id ?? ""}, ${orderId}, 1)`;
  await record("on_road", {}, { actor: staff.courier });
  return run?.id ?? "";
}

describe("an order's way", () => {
  it("goes from the call to the delivery, and the status follows", async () => {
    const steps = [
      ["called", { outcome: "no_answer" }, "to_confirm", "pending"],
      ["called", { outcome: "later", until: "16 h" }, "to_confirm", "pending"],
      ["called", { outcome: "confirmed" }, "confirmed", "pending"],
      ["note", { text: "Portail bleu" }, "confirmed", "pending"],
      ["prepared", {}, "prepared", "processing"],
      ["on_road", {}, "on_road", "processing"],
      ["absent", { day: "2027-01-15" }, "prepared", "processing"],
      ["on_road", {}, "on_road", "processing"],
      ["delivered", { cash: total }, "delivered", "completed"],
    ] as const;
    for (const [kind, data, stage, status] of steps) {
      expect(await record(kind, data)).toMatchObject({ outcome: "recorded", stage, status });
    }
    expect(await getOrder()).toMatchObject({ stage: "delivered", status: "completed", paid_amount: total });
    expect(await listMovements()).toEqual([{ from_account: "order", to_account: "drawer", amount: total }]);
    expect(await listEvents()).toHaveLength(steps.length);
  });

  it("is told to its customer without what is the shop's own", async () => {
    await record("called", { outcome: "no_answer" });
    await record("confirmed");
    await record("note", { text: "Client difficile" });
    const list = (actor: Actor) =>
      runAs(api, actor, (tx) => tx<{ kind: string }[]>`select kind from public.order_timeline(${orderId})`);
    expect(await list(awa)).toEqual([{ kind: "confirmed" }]);
    expect(await list(staff.sales)).toEqual([{ kind: "confirmed" }]);
    expect(await list(await createCustomerActor(admin, `${randomUUID()}@example.com`))).toEqual([]);
    expect(await runAs(api, awa, (tx) => tx`select from public.order_events`)).toHaveLength(0);
  });

  it.each([
    ["on_road", {}, "encore à confirmer"],
    ["refused", { reason: "Trop cher" }, "encore à confirmer"],
    ["absent", {}, "encore à confirmer"],
    ["cancelled", {}, "motif est requis"],
    ["called", {}, "résultat de l'appel"],
    ["called", { outcome: "peut-être" }, "résultat de l'appel"],
    ["note", { text: "  " }, "note est vide"],
    ["delivered", { cash: -1 }, "nombre entier"],
    ["delivered", { cash: 1.5 }, "nombre entier"],
    ["delivered", { cash: "5000" }, "nombre entier"],
    ["delivered", { mobile_money: 100 }, "référence"],
    ["delivered", { cash: 2_000_000 }, "dépasse ce qui est dû"],
    ["paid", {}, "montant est requis"],
    ["note", { text: "Payée", cash: 5 }, "Un paiement s'enregistre avec la livraison"],
    ["called", { outcome: "no_answer", mobile_money: 5, reference: "OM-1" }, "Un paiement s'enregistre"],
    ["note", { text: "Vu", settles: randomUUID() }, "n'est pas à vérifier"],
    ["called", { outcome: "no_answer", settles: randomUUID() }, "événement est invalide"],
    ["cancelled", { reason: "x".repeat(501) }, "Le motif compte au plus 500 caractères"],
    ["delivered", { mobile_money: 100, reference: "x".repeat(101) }, "La référence compte au plus 100"],
    ["partly_delivered", { lines: [] }, "refusés sont invalides"],
    ["partly_delivered", { lines: [{ position: 1, quantity: 5 }] }, "Plus de pièces"],
    ["partly_delivered", { lines: [{ position: 1, quantity: 4 }] }, "Tout est refusé"],
    ["partly_delivered", { lines: [{ position: 1, quantity: 0 }] }, "refusés sont invalides"],
    ["partly_delivered", { lines: [{ position: 9, quantity: 1 }] }, "refusés sont invalides"],
    ["partly_delivered", { lines: ["x"] }, "refusés sont invalides"],
    ["mislaid", {}, "événement est invalide"],
  ])("refuses %s %j", async (kind, data, reason) => {
    const before = await getOrder();
    expect(await getMessage(record(kind, data))).toContain(reason);
    expect(await getOrder()).toEqual(before);
    expect(await listEvents()).toEqual([]);
  });

  it("counts an event once, and refuses its id for another one", async () => {
    const id = randomUUID();
    expect(await record("confirmed", {}, { id })).toMatchObject({ outcome: "recorded" });
    expect(await record("confirmed", {}, { id })).toMatchObject({ outcome: "known", stage: "confirmed" });
    expect(await getSqlState(record("prepared", {}, { id }))).toBe("YA010");
    expect(await listEvents()).toHaveLength(1);
    const other = await runAs(api, awa, (tx) =>
      insertOrder(tx, createOrderInput([{ product: drill, quantity: 1 }])),
    );
    const note = { id: randomUUID(), kind: "note", data: { text: "Même moment" } };
    let second: Promise<string | null> = Promise.resolve("not sent");
    await runAs(api, staff.owner, async (tx) => {
      await tx`select public.record_order_event(${tx.json({ ...note, order_id: other.id })})`;
      second = getSqlState(record(note.kind, note.data, note));
      await waitForBlockedTransactions(admin, 1);
    });
    expect(await second).toBe("YA010");
  });

  it("keeps its history", async () => {
    await record("delivered", { cash: total });
    for (const table of ["order_events", "cash_movements"]) {
      expect(
        await getSqlState(admin.unsafe(`delete from public.${table} where order_id = '${orderId}'`)),
      ).toBe("42501");
      expect(
        await getSqlState(
          admin.unsafe(`update public.${table} set at = now() where order_id = '${orderId}'`),
        ),
      ).toBe("42501");
    }
    expect(await getSqlState(admin`update public.orders set paid_amount = 1 where id = ${orderId}`)).toBe(
      "23514",
    );
  });
});

describe("the documented statuses", () => {
  const update = (status: string, actor = staff.owner) =>
    runAs(
      api,
      actor,
      (tx) => tx`
        update public.orders set status = ${status},
          cancellation_reason = ${status === "cancelled" ? "Client injoignable" : null}
        where id = ${orderId}`,
    );

  it("write the events and the cash themselves", async () => {
    await update("processing");
    expect(await getOrder()).toMatchObject({ stage: "prepared" });
    await update("completed");
    expect(await getOrder()).toMatchObject({ stage: "delivered", paid_amount: total });
    expect(await listMovements()).toEqual([{ from_account: "order", to_account: "drawer", amount: total }]);
    expect((await listEvents()).map(({ kind }) => kind)).toEqual(["prepared", "delivered"]);
  });

  it("have the stage that fits", async () => {
    await update("cancelled");
    expect(await getOrder()).toMatchObject({ stage: "cancelled", paid_amount: 0 });
    expect(await getStock(admin, drill)).toBe(10);
    expect(await getSqlState(admin`update public.orders set stage = 'on_road' where id = ${orderId}`)).toBe(
      "23514",
    );
  });

  it("of orders that the service enters are paid by the book", async () => {
    const [entered] = await runAs(
      api,
      serviceRole,
      (tx) => tx<{ id: string; total_amount: number; stage: string }[]>`
        insert into public.orders ${tx({
          customer_name: "Fatou",
          customer_phone: "70112233",
          items_count: 1,
          status: "completed",
          shipping_address: tx.json({ address: "Patte d'Oie", city: "Ouagadougou" }),
          payment_info: tx.json({ method: "cod", items: [{ id: drill.id, quantity: 1 }] }),
          total_amount: null,
        })} returning id, total_amount, stage`,
    );
    orderId = entered?.id ?? "";
    expect(entered?.stage).toBe("delivered");
    expect(await getOrder()).toMatchObject({ paid_amount: entered?.total_amount });
    expect(await listMovements()).toMatchObject([{ to_account: "unrecorded" }]);
  });
});

describe("money", () => {
  it("that is missing leaves the order to be collected, until it is paid", async () => {
    await record("delivered", { cash: total - 1000 });
    expect(await getOrder()).toMatchObject({
      stage: "delivered",
      status: "processing",
      paid_amount: total - 1000,
    });
    expect(await getMessage(record("paid", { cash: 1001 }))).toMatch(/dépasse ce qui est dû : 1.000 XOF/);
    expect(await record("paid", { mobile_money: 1000, reference: "OM-1" })).toMatchObject({
      status: "completed",
    });
    expect(await listMovements()).toMatchObject([{ to_account: "mobile_money" }, { to_account: "drawer" }]);
  });

  it("is not due for the lines that were refused, which come back", async () => {
    const due = total - 2 * drill.price;
    expect(
      await record("partly_delivered", { cash: due, lines: [{ position: 1, quantity: 2 }] }),
    ).toMatchObject({ status: "completed" });
    expect(await getOrder()).toMatchObject({ paid_amount: due, credited_amount: 2 * drill.price });
    // Two pieces have left the shop for good; the other two are not in the stock before they are counted in.
    expect(await getStock(admin, drill)).toBe(6);
  });

  it("may be paid before the delivery", async () => {
    await record("paid", { mobile_money: total, reference: "OM-2" });
    expect(await getOrder()).toMatchObject({ stage: "to_confirm", status: "pending" });
    expect(await record("delivered")).toMatchObject({ status: "completed" });
  });
});

describe("a courier", () => {
  it("tells what came of a stop of the own run, and holds the cash", async () => {
    const run = await sendOut();
    expect(await record("delivered", { cash: total }, { actor: staff.courier })).toMatchObject({
      outcome: "recorded",
      status: "completed",
    });
    expect(
      await admin`select to_account, run_id, courier_id from public.cash_movements where order_id = ${orderId}`,
    ).toEqual([{ to_account: "courier", run_id: run, courier_id: staff.courier.id }]);
    expect(await admin`select is_open from public.run_stops where order_id = ${orderId}`).toEqual([
      { is_open: false },
    ]);
  });

  it("may neither touch other orders nor prepare the own ones", async () => {
    expect(await getSqlState(record("delivered", { cash: total }, { actor: staff.courier }))).toBe("42501");
    await sendOut();
    expect(await getSqlState(record("cancelled", { reason: "x" }, { actor: staff.courier }))).toBe("42501");
    const other = await createStaffActor(admin, `${randomUUID()}@example.com`, "courier");
    expect(await getSqlState(record("delivered", { cash: total }, { actor: other }))).toBe("42501");
    expect(await getSqlState(record("delivered", { cash: total }, { actor: awa }))).toBe("42501");
  });

  it("is believed about cash even when the desk cancelled meanwhile", async () => {
    await sendOut();
    await record("cancelled", { reason: "Le client a appelé" });
    expect(await record("delivered", { cash: total }, { actor: staff.courier })).toMatchObject({
      outcome: "conflict",
      message: expect.stringContaining("annulée"),
      status: "cancelled",
    });
    expect(await getOrder()).toMatchObject({ status: "cancelled", paid_amount: total });
    expect((await listEvents()).filter(({ conflict }) => conflict)).toHaveLength(1);
    // The other phone of the courier tells the same.
    expect(await record("delivered", { cash: total }, { actor: staff.courier })).toMatchObject({
      outcome: "known",
      message: expect.stringContaining("annulée"),
    });
    expect(await getOrder()).toMatchObject({ paid_amount: total });
    // The goods were on the way: nobody has counted them in.
    expect(await getStock(admin, drill)).toBe(6);
  });

  it("is believed about a payment of a cancelled order, and about cash of pieces that are gone", async () => {
    await sendOut();
    await admin`update public.orders set stage = 'prepared' where id = ${orderId}`;
    const tell = (kind: string, data: object) => record(kind, data, { actor: staff.courier });
    const lines = [{ position: 1, quantity: 999_999 }];
    expect(await getSqlState(tell("partly_delivered", { lines }))).toBe("YA010");
    expect(await tell("partly_delivered", { cash: 500, lines })).toMatchObject({
      outcome: "conflict",
      message: "Plus de pièces sont refusées que commandées",
      stage: "prepared",
    });
    await record("cancelled", { reason: "Le client a appelé" });
    expect(await tell("paid", { cash: 700 })).toMatchObject({ outcome: "conflict", status: "cancelled" });
    expect(await getOrder()).toMatchObject({ status: "cancelled", paid_amount: 1200 });
    await tell("paid", { cash: 999_999_999 });
    await tell("paid", { cash: 999_999_999, mobile_money: 1, reference: "OM-1" });
    expect(await getSqlState(tell("paid", { cash: 999_999_998 }))).toBe("YA010");
  });

  it("counts one outcome once, told from two phones", async () => {
    await sendOut();
    const tell = () => record("delivered", { cash: total }, { actor: staff.courier });
    const outcomes = await Promise.all([tell(), tell(), tell()]);
    expect(outcomes.map((outcome) => outcome?.outcome).sort()).toEqual(["known", "known", "recorded"]);
    expect(await getOrder()).toMatchObject({ paid_amount: total });
  });

  it("may tell an absence after the delivery that followed it", async () => {
    await sendOut();
    await record("delivered", { cash: total }, { actor: staff.courier });
    const [order] = await admin<
      { created_at: Date }[]
    >`select created_at from public.orders where id = ${orderId}`;
    expect(
      await record("absent", {}, { actor: staff.courier, at: order?.created_at.toISOString() ?? "" }),
    ).toMatchObject({ outcome: "recorded", stage: "delivered" });
  });

  it("who took too much is shown at the desk", async () => {
    await sendOut();
    expect(await record("delivered", { cash: total + 500 }, { actor: staff.courier })).toMatchObject({
      outcome: "conflict",
      message: "500 XOF ont été encaissés en trop",
      status: "completed",
    });
    const events = await admin<{ id: string }[]>`
      select id from public.order_events where order_id = ${orderId} and conflict is not null`;
    const settle = (actor: Actor) =>
      record("note", { text: "Rendu au client", settles: events[0]?.id ?? "" }, { actor });
    const findMark = async () => {
      const [run] = await runAs(
        api,
        staff.owner,
        (tx) => tx<{ conflicts: number }[]>`select conflicts from public.list_runs(current_date)
          where id in (select run_id from public.run_stops where order_id = ${orderId})`,
      );
      return run?.conflicts;
    };
    expect(await findMark()).toBe(1);
    // The delivery is one all the same.
    expect((await listTimeline()).at(-1)).toBe("delivered");
    expect(await getSqlState(settle(staff.courier))).toBe("42501");
    expect(await getSqlState(settle(staff.stock))).toBe("42501");
    await settle(staff.sales);
    expect(await findMark()).toBe(0);
  });
});

describe("roles", () => {
  it.each([
    ["sales", "confirmed", {}, null],
    ["stock", "confirmed", {}, "42501"],
    ["stock", "prepared", {}, null],
    ["sales", "delivered", {}, null],
    ["sales", "delivered", { cash: 5 }, "42501"],
    ["sales", "delivered", { mobile_money: 5, reference: "OM-1" }, "42501"],
    ["manager", "delivered", { cash: 5 }, null],
    ["stock", "delivered", {}, "42501"],
    ["sales", "paid", { cash: 5 }, "42501"],
    ["manager", "paid", { cash: 5 }, null],
    ["courier", "note", { text: "x" }, "42501"],
    ["owner", "changed", {}, "42501"],
    ["owner", "returned", {}, "42501"],
  ] as const)("%s records %s: %s", async (role, kind, data, state) => {
    expect(await getSqlState(record(kind, data, { actor: staff[role] }))).toBe(state);
  });

  it("complete what is paid, and take what is not only with the right to money", async () => {
    const complete = () =>
      runAs(
        api,
        staff.sales,
        (tx) => tx`update public.orders set status = 'completed' where id = ${orderId}`,
      );
    expect(await getMessage(complete())).toContain("ne permet pas d'encaisser");
    await record("paid", { cash: total });
    await complete();
    expect(await getOrder()).toMatchObject({ status: "completed", paid_amount: total });
  });
});

describe("a phone number that refuses", () => {
  it("needs a call before the next order is prepared", async () => {
    const first = orderId;
    for (const _ of [1, 2]) {
      const order = await runAs(api, awa, (tx) =>
        insertOrder(tx, createOrderInput([{ product: drill, quantity: 1 }])),
      );
      orderId = order.id;
      await record("prepared");
      await record("refused", { reason: "A changé d'avis" });
    }
    orderId = first;
    expect(await getMessage(record("prepared"))).toContain("confirmez celle-ci par un appel");
    expect(
      await getSqlState(
        runAs(
          api,
          staff.owner,
          (tx) => tx`update public.orders set status = 'processing' where id = ${orderId}`,
        ),
      ),
    ).toBe("YA010");
    await record("called", { outcome: "confirmed" });
    expect(await record("prepared")).toMatchObject({ stage: "prepared" });
  });
});
