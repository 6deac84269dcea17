/** Orders that are followed by their link, without an account, and what their customers are told on the way. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import {
  type Actor,
  createAdministratorActor,
  createAnonymousActor,
  createCustomerActor,
  createStaffActor,
  getSqlState,
  runAs,
  visitor,
} from "#tests/support/actors.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { createOrderInput, getStock, insertOrder, type PricedProduct } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";

let database: TestDatabase;
let admin: Sql;
let api: Sql;
let owner: Actor;
let courier: Actor;
let customer: Actor;
let drill: PricedProduct;
let order: { id: string; number: string; total_amount: number };
let token: string;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  api = database.connect("authenticator", 5);
  owner = await createAdministratorActor(admin, "patron@example.com");
  courier = await createStaffActor(admin, "livreur@example.com", "courier");
  await admin`update public.profiles set phone = '+22670000009' where id = ${courier.id}`;
  customer = await createAnonymousActor(admin);
  // Every test orders: without the limits of accounts that have proven nothing.
  await admin`update public.profiles set is_trusted = true where id = ${customer.id}`;
  await runAs(
    api,
    owner,
    (tx) =>
      tx`select public.save_delivery_zone(${tx.json({
        name: "Ouagadougou",
        days: [1, 2, 3, 4, 5, 6, 7],
        bulky_fee: 0,
        delay_hours: 24,
        places: [{ town: "Ouagadougou", quarter: "" }],
        fees: [{ up_to_grams: null, fee: 2000 }],
      })})`,
  );
});
afterAll(() => database.drop());
beforeEach(async () => {
  await admin`truncate private.limit_buckets`;
  drill = await createProduct(admin, { price: 7500, stock: 10 });
  order = await place(customer);
  token = await getToken(customer, order.id);
});

const place = (actor: Actor) =>
  runAs(api, actor, (tx) => insertOrder(tx, createOrderInput([{ product: drill, quantity: 4 }])));

async function getToken(actor: Actor, id: string): Promise<string> {
  const [row] = await runAs(
    api,
    actor,
    (tx) => tx<{ token: string | null }[]>`select public.order_tracking_token(${id}) as token`,
  );
  return row?.token ?? "";
}

const track = async (with_token = token) => {
  const [row] = await runAs(api, visitor, (tx) => tx`select * from public.track_order(${with_token})`);
  return row;
};
const find = async (number: string, phone: string) => {
  const [row] = await runAs(
    api,
    visitor,
    (tx) => tx<{ token: string | null }[]>`select public.find_order(${number}, ${phone}) as token`,
  );
  return row?.token;
};
const changeDay = (day: string | null, half: string | null = null, with_token = token) =>
  runAs(api, visitor, (tx) => tx`select public.change_order_day(${with_token}, ${day}, ${half})`);
const cancel = (reason: string | null = null, with_token = token) =>
  runAs(api, visitor, (tx) => tx`select public.cancel_order_by_token(${with_token}, ${reason})`);
const record = (kind: string, data: object = {}, actor = owner) =>
  runAs(api, actor, (tx) => {
    const event = JSON.stringify({ id: randomUUID(), order_id: order.id, kind, data });
    return tx`select * from public.record_order_event(${event}::text::jsonb)`;
  });
const getOrder = async () => {
  const [row] =
    await admin`select stage, status, cancellation_reason from public.orders where id = ${order.id}`;
  return row;
};
const listEvents = () =>
  admin`select kind, data from public.order_events where order_id = ${order.id} order by recorded_at, id`;

async function getMessage(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  return "";
}

async function sendOut(): Promise<void> {
  await record("prepared");
  await admin`
    with run as (
      insert into public.runs (day, name, courier_id, courier_name, state, out_at)
      values (current_date, 'Tournée', ${courier.id}, 'Issa Ouédraogo', 'out', now()) returning id
    )
    insert into public.run_stops (run_id, order_id, position) select id, ${order.id}, 1 from run`;
  await record("on_road", {}, courier);
}

describe("the link of an order", () => {
  it("shows what is needed, and nothing that says who and where", async () => {
    const seen = await track();
    expect(seen).toMatchObject({
      number: order.number,
      stage: "to_confirm",
      items: [{ name: drill.name, quantity: 4 }],
      due_amount: order.total_amount,
      town: "Ouagadougou",
      courier_name: null,
      may_cancel: true,
    });
    const said = JSON.stringify(seen);
    for (const secret of ["Awa", "Ouédraogo", "70112233", "70 11 22 33", "Pissy", order.id])
      expect(said).not.toContain(secret);
    expect(token).toMatch(new RegExp(`^${order.number.slice(4)}-[A-Za-z0-9]{24}$`));
  });

  it("opens nothing with another token, or one of another order", async () => {
    const other = await place(customer);
    const secret = token.slice(-24);
    const wrong = [
      "",
      order.number,
      `${order.number.slice(4)}-${"A".repeat(24)}`,
      `${other.number.slice(4)}-${secret}`,
      token.toLowerCase(),
      `${token}A`,
      `${"9".repeat(300)}-${secret}`,
    ];
    for (const sent of wrong) {
      expect(await track(sent)).toBeUndefined();
      expect(await getSqlState(changeDay("2030-01-01", null, sent))).toBe("PT404");
      expect(await getSqlState(cancel(null, sent))).toBe("PT404");
    }
    expect((await getOrder())?.stage).toBe("to_confirm");
  });

  it("is known to the customer and to staff who read orders", async () => {
    expect(await getToken(owner, order.id)).toBe(token);
    expect(await getToken(await createCustomerActor(admin, `${randomUUID()}@example.com`), order.id)).toBe(
      "",
    );
    expect(await getToken(await createAnonymousActor(admin), order.id)).toBe("");
    expect(await getToken(courier, order.id)).toBe("");
    await sendOut();
    expect(await getToken(courier, order.id)).toBe(token);
    expect(await getSqlState(getToken(visitor, order.id))).toBe("42501");
  });

  it("names the courier while the order is on the road, and tells its way", async () => {
    await sendOut();
    expect(await track()).toMatchObject({
      stage: "on_road",
      courier_name: "Issa",
      courier_phone: "+22670000009",
    });
    await record("note", { text: "Portail bleu" });
    await record("delivered", { cash: order.total_amount }, courier);
    const seen = await track();
    expect(seen).toMatchObject({
      stage: "delivered",
      courier_name: null,
      courier_phone: null,
      due_amount: 0,
    });
    expect(seen?.timeline.map(({ kind }: { kind: string }) => kind)).toEqual([
      "prepared",
      "on_road",
      "delivered",
    ]);
  });
});

describe("changing the day", () => {
  it("takes a half-day of the zone, and writes it into the history", async () => {
    const [first, second] = (await track())?.slots ?? [];
    await changeDay(first.day, first.half);
    // Sent twice, it is once.
    await changeDay(first.day, first.half);
    await changeDay(second.day);
    expect(await track()).toMatchObject({ delivery_half: null });
    expect(await listEvents()).toMatchObject([
      { kind: "changed", data: { by: "customer", day: first.day, half: first.half } },
      { kind: "changed", data: { by: "customer", day: second.day } },
    ]);
  });

  it.each([
    ["no day", null, null, "YA005"],
    ["a day that is over", "2020-01-01", null, "YA005"],
    ["a day that is too far away", "2099-01-01", "morning", "YA005"],
  ])("rejects %s", async (_case, day, half, code) => {
    expect(await getSqlState(changeDay(day, half))).toBe(code);
    expect(await listEvents()).toEqual([]);
  });

  it("ends when the order is on a run, and where no zone says the days", async () => {
    const [slot] = (await track())?.slots ?? [];
    await sendOut();
    expect((await track())?.slots).toEqual([]);
    expect(await getMessage(changeDay(slot.day))).toMatch(/ne se change plus ici : appelez-nous au/);
    await admin`update public.orders set zone_id = null, stage = 'prepared' where id = ${order.id}`;
    await admin`update public.run_stops set is_open = false where order_id = ${order.id}`;
    expect((await track())?.slots).toEqual([]);
    expect(await getSqlState(changeDay(slot.day))).toBe("YA010");
  });

  it("is bounded for each order", async () => {
    const slots = (await track())?.slots ?? [];
    const states: (string | null)[] = [];
    for (const slot of slots.slice(0, 11)) states.push(await getSqlState(changeDay(slot.day, slot.half)));
    expect(states.filter((state) => state === "PT429")).toHaveLength(1);
  });
});

describe("an order that is not kept as it was ordered", () => {
  it("shows the total of the pieces that are kept", async () => {
    await sendOut();
    await record("partly_delivered", { cash: 9500, lines: [{ position: 1, quantity: 3 }] }, courier);
    expect(await track()).toMatchObject({
      stage: "delivered",
      items: [{ quantity: 1 }],
      total_amount: 9500,
      due_amount: 0,
    });
  });

  it("shows what was refused, and what the shop owes", async () => {
    await record("paid", { cash: 2000 });
    await sendOut();
    await record("refused", { reason: "Prix contesté" }, courier);
    expect(await track()).toMatchObject({ stage: "refused", items: [{ quantity: 4 }], due_amount: -2000 });
  });
});

describe("cancelling", () => {
  it("gives the stock back, once, and says by whom", async () => {
    expect(await getSqlState(cancel("Gagnez sur www.exemple.com"))).toBe("YA005");
    await cancel("Trop tard");
    await cancel("Trop tard");
    expect(await getOrder()).toEqual({
      stage: "cancelled",
      status: "cancelled",
      cancellation_reason: "Annulée par le client : Trop tard",
    });
    expect(await getStock(admin, drill)).toBe(10);
    expect(await listEvents()).toMatchObject([{ kind: "cancelled", data: { by: "customer" } }]);
    expect(await track()).toMatchObject({ due_amount: 0, may_cancel: false, slots: [] });
  });

  it("is possible until the order is prepared", async () => {
    await record("called", { outcome: "confirmed" });
    expect((await track())?.may_cancel).toBe(true);
    await record("prepared");
    expect((await track())?.may_cancel).toBe(false);
    expect(await getMessage(cancel())).toMatch(/ne s'annule plus ici : appelez-nous au/);
    expect((await getOrder())?.stage).toBe("prepared");
    expect(await getStock(admin, drill)).toBe(6);
  });

  it("cannot be done with the rights of the link to anything else", async () => {
    for (const statement of [
      "select * from public.orders",
      "select private.get_tracking_token(o) from public.orders o",
      "select key from private.tracking_key",
      "select private.lock_tracked_order('x')",
    ])
      expect(await getSqlState(runAs(api, visitor, (tx) => tx.unsafe(statement)))).toBe("42501");
  });
});

describe("finding an order", () => {
  it("needs its number and its telephone, however they are written", async () => {
    const digits = order.number.slice(4);
    for (const number of [order.number, digits, ` ord ${digits}`, order.number.toLowerCase()])
      expect(await find(number, "+226 70.11.22.33")).toBe(token);
    expect(await find(order.number, "70112234")).toBeNull();
    expect(await find(order.number, "")).toBeNull();
    expect(await find("ORD-000000x", "70112233")).toBeNull();
  });

  it("counts every try, right or wrong, for the telephone and for the address", async () => {
    const states: (string | null)[] = [];
    for (let n = 0; n < 11; n++) states.push(await getSqlState(find(`ORD-${n}`, "70112233")));
    expect(states).toEqual([...Array(10).fill(null), "PT429"]);
    expect(await find(order.number, "76000000")).toBeNull();
    const byAddress = (n: number) =>
      api.begin(async (tx) => {
        await tx`select set_config('role', 'anon', true), set_config('request.address', '203.0.113.7', true)`;
        return tx`select public.find_order(${`ORD-${20 + n}`}, ${String(80_000_000 + n)})`;
      });
    const guesses: (string | null)[] = [];
    for (let n = 0; n < 61; n++) guesses.push(await getSqlState(byAddress(n)));
    expect(guesses.indexOf("PT429")).toBe(60);
  });
});

describe("what a customer is told", () => {
  const listMessages = () => admin<{ kind: string; recipient: string }[]>`
    select m.kind, m.recipient from public.mails m
    join public.order_events e on e.id = m.subject_id
    where e.order_id = ${order.id} order by m.created_at, m.kind`;

  it("is by text message without an e-mail address, when a provider is set", async () => {
    await record("called", { outcome: "confirmed" });
    expect(await listMessages()).toEqual([]);
    await admin`update public.order_settings set sends_texts = true`;
    try {
      await sendOut();
      await record("absent", {}, courier);
      await record("cancelled", { reason: "Introuvable" });
    } finally {
      await admin`update public.order_settings set sends_texts = false`;
    }
    expect(await listMessages()).toEqual(Array(3).fill({ kind: "order_text", recipient: "22670112233" }));
  });

  it("is that an order waits in the shop, when it is fetched there", async () => {
    await admin`update public.order_settings set sends_texts = true`;
    try {
      await record("prepared");
      expect(await listMessages()).toEqual([]);
      order = await place(customer);
      await admin`update public.orders set pickup_point_name = 'Boutique de Pissy' where id = ${order.id}`;
      await record("prepared");
      expect(await listMessages()).toEqual([{ kind: "order_text", recipient: "22670112233" }]);
    } finally {
      await admin`update public.order_settings set sends_texts = false`;
    }
  });

  it("is by mail with one, without what the mails of the statuses say", async () => {
    const awa = await createCustomerActor(admin, `${randomUUID()}@example.com`);
    order = await place(awa);
    await record("called", { outcome: "confirmed" });
    await sendOut();
    await record("absent", {}, courier);
    await record("cancelled", { reason: "Introuvable" });
    expect((await listMessages()).map(({ kind }) => kind)).toEqual(["order_step", "order_step"]);
  });

  it("leaves out what the customer did, and what arrives too late", async () => {
    await admin`update public.order_settings set sends_texts = true`;
    try {
      const [slot] = (await track())?.slots ?? [];
      await changeDay(slot.day);
      await cancel();
      order = await place(customer);
      // In one transaction, as when a phone tells everything at once.
      await admin.begin(async (tx) => {
        await tx`
          insert into public.order_events (id, order_id, kind, at)
          values (gen_random_uuid(), ${order.id}, 'on_road', now())`;
        await tx`update public.orders set stage = 'delivered', status = 'processing' where id = ${order.id}`;
      });
      expect(await listMessages()).toEqual([]);
    } finally {
      await admin`update public.order_settings set sends_texts = false`;
    }
  });

  it.each([
    ["70 11 22 33", "22670112233"],
    ["+226 70-11-22-33", "22670112233"],
    ["0022670112233", "22670112233"],
    ["+33 6 12 34 56 78", "33612345678"],
    ["1234", null],
    ["appelez-moi", null],
  ])("goes from %s to %s", async (phone, number) => {
    expect(await admin`select private.get_text_number(${phone}) as number`).toEqual([{ number }]);
  });
});
