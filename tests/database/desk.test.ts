/** The desk: its queues, who works on which order, picking lists, and what a phone number did before. */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { queues } from "#app/features/admin/orders/desk/queues.ts";
import type { Sql } from "#backend/core/database/database.ts";
import {
  type Actor,
  createCustomerActor,
  createStaffActor,
  getSqlState,
  runAs,
  serviceRole,
} from "#tests/support/actors.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { createOrderInput, insertOrder, type PricedProduct } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";

let database: TestDatabase;
let admin: Sql;
let api: Sql;
let awa: Actor;
let fatou: Actor;
let issa: Actor;
let storekeeper: Actor;
let courier: Actor;
let drill: PricedProduct;
let saw: PricedProduct;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  api = database.connect("authenticator", 10);
  awa = await createCustomerActor(admin, "awa@example.com");
  fatou = await createStaffActor(admin, "fatou@example.com", "owner");
  issa = await createStaffActor(admin, "issa@example.com", "sales");
  storekeeper = await createStaffActor(admin, "stock@example.com", "stock");
  courier = await createStaffActor(admin, "courier@example.com", "courier");
  drill = await createProduct(admin, { price: 7500, stock: 1000 });
  saw = await createProduct(admin, { price: 2000, stock: 1000 });
  await admin`update public.products set shelf = 'B2', reference = 'PER-01' where id = ${drill.id}`;
  await admin`update public.products set shelf = 'A1' where id = ${saw.id}`;
});
afterAll(() => database.drop());
beforeEach(async () => {
  await admin`update public.limits set maximum = null where name like 'order%'`;
});
afterEach(() => admin`delete from public.orders`);

/** Places an order; the first one of a test is the oldest. */
async function order(
  values: { lines?: { product: PricedProduct; quantity: number }[]; phone?: string } = {},
): Promise<string> {
  const { lines = [{ product: drill, quantity: 1 }], phone = "70 11 22 33" } = values;
  const { id } = await runAs(api, awa, (tx) =>
    insertOrder(tx, { ...createOrderInput(lines), customer_phone: phone }),
  );
  return id;
}

async function record(actor: Actor, orderId: string, kind: string, data: object = {}) {
  const event = JSON.stringify({ id: randomUUID(), order_id: orderId, kind, data });
  await runAs(api, actor, (tx) => tx`select public.record_order_event(${event}::text::jsonb)`);
}

interface QueuedOrder {
  id: string;
  place: unknown[];
  calls: number;
  refusals: number;
  needs_call: boolean;
  claimed_by: string | null;
  outstanding_amount: number;
}

async function list(
  queue: string,
  {
    zone = null,
    day = null,
    after = null,
    actor = issa,
  }: {
    zone?: string | null;
    day?: string | null;
    after?: unknown[] | null;
    actor?: Actor;
  } = {},
): Promise<QueuedOrder[]> {
  const place = after && JSON.stringify(after);
  return await runAs(
    api,
    actor,
    (tx) =>
      tx<QueuedOrder[]>`select * from public.list_queue(${queue}, ${zone}, ${day}, ${place}::text::jsonb)`,
  );
}
const listIds = async (...args: Parameters<typeof list>) => (await list(...args)).map(({ id }) => id);

async function claim(actor: Actor, queue = "confirm", after: unknown[] | null = null) {
  const place = after && JSON.stringify(after);
  const [row] = await runAs(
    api,
    actor,
    (tx) => tx<{ order_id: string; place: unknown[] | null }[]>`
      select * from public.claim_next_order(${queue}, ${place}::text::jsonb)`,
  );
  return row ?? null;
}

const count = async (actor: Actor = issa) => {
  const [counts] = await runAs(
    api,
    actor,
    (tx) => tx<Record<string, number>[]>`select * from public.desk_counts()`,
  );
  return counts ?? null;
};

describe("the queues", () => {
  it("are worked through by those to whom the screen offers it", async () => {
    const shown = Object.entries(queues).filter(([, { right }]) => right);
    for (const [queue, { right }] of shown) {
      const [row] = await admin`select private.get_queue_right(${queue}) as right`;
      expect(row, queue).toEqual({ right });
    }
  });

  it("move an order on with its events, and count it", async () => {
    const id = await order();
    const find = async () => {
      const entries = Object.entries((await count()) ?? {}).filter(([, orders]) => orders > 0);
      for (const [queue] of entries) expect(await listIds(queue)).toEqual([id]);
      return entries;
    };
    expect(await find()).toEqual([["confirm", 1]]);
    await record(issa, id, "called", { outcome: "confirmed" });
    expect(await find()).toEqual([["prepare", 1]]);
    await record(storekeeper, id, "prepared");
    expect(await find()).toEqual([["deliver", 1]]);
    await admin`update public.orders set created_at = now() - interval '3 days' where id = ${id}`;
    expect(await find()).toEqual([
      ["deliver", 1],
      ["late", 1],
    ]);
    await record(fatou, id, "delivered", { cash: 1000 });
    expect(await find()).toEqual([["collect", 1]]);
    expect(await list("collect")).toMatchObject([{ outstanding_amount: 8500, calls: 1 }]);
    expect(await getSqlState(claim(issa, "collect"))).toBe("42501");
    await record(fatou, id, "paid", { cash: 8500 });
    expect(await find()).toEqual([]);
    await admin`
      insert into public.cash_movements (from_account, to_account, amount, order_id) values ('order', 'drawer', 500, ${id})`;
    expect(await count()).toMatchObject({ collect: 0, refund: 1 });
    // For whoever may read cash.
    expect(await count(storekeeper)).toMatchObject({ refund: 0 });
  });

  it("keep the day that the zone of an order could promise, whatever becomes of the zone", async () => {
    const [zone] = await admin<{ id: string }[]>`
      insert into public.delivery_zones (name, delay_hours, days)
      values (${randomUUID()}, 96, '{1,2,3,4,5,6,7}') returning id`;
    await admin`insert into public.delivery_places (zone_id, town) values (${zone?.id ?? ""}, 'Ouagadougou')`;
    await admin`insert into public.delivery_fees (zone_id, fee) values (${zone?.id ?? ""}, 2000)`;
    const id = await order();
    await record(issa, id, "called", { outcome: "confirmed" });
    const findDay = async () => {
      const [row] = await admin<{ due_day: string; promised: string; expected: string }[]>`
        select due_day::text, earliest_day::text as promised,
          private.get_first_day(created_at, 96, '{1,2,3,4,5,6,7}')::text as expected
        from public.orders where id = ${id}`;
      expect(row?.due_day).toBe(row?.expected);
      return row?.promised;
    };
    const promised = await findDay();
    await admin`update public.delivery_zones set delay_hours = 0 where id = ${zone?.id ?? ""}`;
    expect(await findDay()).toBe(promised);
    await admin`delete from public.delivery_zones where id = ${zone?.id ?? ""}`;
    expect(await findDay()).toBe(promised);
    // Placed three days ago, it is not late before the promised day is over.
    await admin`update public.orders set created_at = now() - interval '3 days' where id = ${id}`;
    expect(await count()).toMatchObject({ late: 0 });
    expect(await listIds("late")).toEqual([]);
    expect(await claim(issa, "late")).toBeNull();
    await admin`update public.orders set earliest_day = private.get_today() - 1 where id = ${id}`;
    expect(await count()).toMatchObject({ late: 1 });
    expect(await listIds("late")).toEqual([id]);

    const days = await admin<{ day: string }[]>`
      select private.get_first_day(placed::timestamptz, delay, '{1,5}')::text as day
      from (values
        ('2026-11-27 14:00Z', 0), ('2026-11-27 14:01Z', 0), ('2026-11-26 13:00Z', 24), ('2026-11-24 15:00Z', 72)
      ) as v (placed, delay)`;
    expect(days.map(({ day }) => day)).toEqual(["2026-11-27", "2026-11-30", "2026-11-27", "2026-11-30"]);
    // It is the first of those that could be chosen then.
    const differing = await admin`
      select delay, served
      from unnest(array[0, 7, 24, 96]) delay, unnest(array['{1,5}', '{3}', '{7}', '{1,2,3,4,5,6,7}']) served
      where private.get_first_day(now(), delay, served::smallint[])
        <> (select min(day) from private.list_delivery_slots(delay, served::smallint[]))`;
    expect(differing).toHaveLength(0);
  });

  it("call late what the shop has to do something for, and not what waits for somebody else", async () => {
    const id = await order();
    await admin`
      update public.orders set created_at = now() - interval '3 days', pickup_point_name = 'Gounghin' where id = ${id}`;
    await record(issa, id, "called", { outcome: "confirmed" });
    expect(await count()).toMatchObject({ late: 1 });
    expect(await listIds("late")).toEqual([id]);
    await record(storekeeper, id, "prepared");
    expect(await count()).toMatchObject({ late: 0, deliver: 1 });
    expect(await listIds("late")).toEqual([]);
    expect(await listIds("deliver")).toEqual([id]);
    expect(await claim(issa, "late")).toBeNull();
    const isLate = async () => {
      const [row] = await admin`select private.is_late(o) from public.orders o where o.id = ${id}`;
      return row?.is_late;
    };
    expect(await isLate()).toBe(false);
    // So it is with what is taken along from the counter.
    await admin`
      update public.orders set pickup_point_name = null, source = 'counter',
        shipping_address = shipping_address || '{"city": ""}' where id = ${id}`;
    expect(await count()).toMatchObject({ late: 0, deliver: 1 });
    expect(await listIds("late")).toEqual([]);
    expect(await isLate()).toBe(false);
    // And with what a carrier has, and not with what a courier has.
    await admin`
      update public.orders set source = 'phone', shipping_address = shipping_address || '{"city": "Kaya"}'
      where id = ${id}`;
    await record(fatou, id, "on_road");
    expect(await count()).toMatchObject({ late: 1 });
    expect(await isLate()).toBe(true);
    const [carrier] = await admin<{ id: string }[]>`
      insert into public.carriers (name) values ('Sahel Express') returning id`;
    await admin`
      insert into public.carrier_parcels (order_id, carrier_id, tracking_number)
      values (${id}, ${carrier?.id ?? ""}, 'SX-1')`;
    expect(await count()).toMatchObject({ late: 0 });
    expect(await listIds("late")).toEqual([]);
    expect(await isLate()).toBe(false);
  });

  it("put a call without an answer to the end, and a postponed one to its time", async () => {
    const [first, second, third] = [await order(), await order(), await order()];
    expect(await listIds("confirm")).toEqual([first, second, third]);
    await record(issa, first, "called", { outcome: "no_answer" });
    expect(await listIds("confirm")).toEqual([second, third, first]);
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await record(issa, second, "called", { outcome: "later", until });
    expect(await listIds("confirm")).toEqual([third, first, second]);
    // It is seen, and nobody is sent to it yet.
    expect(await count()).toMatchObject({ confirm: 2 });
    await admin`update public.orders set next_call_at = now() - interval '1 day' where id = ${second}`;
    expect(await listIds("confirm")).toEqual([second, third, first]);
    // What is no time is now, a year is a month.
    await record(issa, second, "called", { outcome: "later", until: "2026-13-45T99:00" });
    expect(await listIds("confirm")).toEqual([third, first, second]);
    await record(issa, third, "called", { outcome: "later", until: "9999-01-01T00:00:00Z" });
    const [{ days } = { days: 0 }] = await admin<{ days: number }[]>`
      select round(extract(epoch from next_call_at - now()) / 86400)::integer as days from public.orders where id = ${third}`;
    expect(days).toBe(30);
  });

  it("list what is to deliver by day and zone, a page after the other, and what is fetched at the end", async () => {
    const ids: string[] = [];
    for (let number = 0; number < 45; number += 1) ids.push(await order());
    for (const id of ids) await record(fatou, id, "prepared");
    await admin`
      update public.orders o set zone_name = case when n % 3 = 0 then 'Kaya' when n % 3 = 1 then 'Bobo' end,
        delivery_day = current_date + n::integer % 2 - case when n % 5 < 3 then 9 else 0 end,
        pickup_point_name = case when n % 5 < 2 then 'Gounghin' end,
        source = case when n % 5 = 2 then 'counter' else 'phone' end,
        shipping_address = shipping_address || jsonb_build_object('city', case when n % 5 = 2 then '' else 'Kaya' end)
      from unnest(${ids}::uuid[]) with ordinality as t (id, n) where t.id = o.id`;
    const rows = await admin<{ id: string; zone: string | null; day: string }[]>`
      select id, zone_name as zone, delivery_day::text as day from public.orders
      order by pickup_point_name is not null or source = 'counter', delivery_day, coalesce(zone_name, ''), created_at, id`;
    for (const [zone, day] of [
      [null, null],
      ["Kaya", null],
      ["", null],
      [null, rows[0]?.day ?? ""],
      ["Bobo", rows.at(-1)?.day ?? ""],
    ] as const) {
      const found: string[] = [];
      let page: QueuedOrder[] = [];
      do {
        page = await list("deliver", { zone, day, after: page.at(-1)?.place ?? null });
        found.push(...page.map(({ id }) => id));
      } while (page.length > 0);
      expect(found).toEqual(
        rows
          .filter((row) => (zone === null || (row.zone ?? "") === zone) && (day === null || row.day === day))
          .map(({ id }) => id),
      );
    }
    await expect(list("deliver", { after: ["demain"] })).rejects.toThrow("n'existe pas");
  });

  it("are for those who read orders", async () => {
    await order();
    for (const actor of [courier, awa]) {
      expect(await getSqlState(list("confirm", { actor }))).toBe("42501");
      expect(await count(actor)).toBeNull();
      expect(await getSqlState(claim(actor))).toBe("42501");
    }
    expect(await list("confirm", { actor: storekeeper })).toHaveLength(1);
    expect(await getSqlState(claim(storekeeper))).toBe("42501");
    expect(await claim(serviceRole)).toBeNull();
    expect(await getSqlState(list("all"))).toBe("23514");
  });
});

describe("working through a queue", () => {
  it("gives each of several people another order, and none twice", async () => {
    const ids: string[] = [];
    for (let number = 0; number < 12; number += 1) ids.push(await order());
    const people = [fatou, issa];
    for (let number = 0; number < 6; number += 1) {
      people.push(await createStaffActor(admin, `${randomUUID()}@example.com`, "sales"));
    }
    const claims = await Promise.all(people.map((actor) => claim(actor)));
    expect(claims.map((each) => each?.order_id).toSorted()).toEqual(ids.slice(0, people.length).toSorted());
    // The next ones are the rest, and then there is none.
    const next = await Promise.all(
      people.map((actor, index) => claim(actor, "confirm", claims[index]?.place)),
    );
    const given = next.flatMap((each) => (each ? [each.order_id] : []));
    expect(new Set(given).size).toBe(given.length);
    expect(given.length).toBeGreaterThanOrEqual(4);
  });

  it("returns to whoever comes back what they had, until it is done or given back", async () => {
    const [first, second] = [await order(), await order()];
    expect(await claim(issa)).toMatchObject({ order_id: first });
    expect(await claim(issa)).toMatchObject({ order_id: first });
    expect(await claim(fatou)).toMatchObject({ order_id: second });
    expect(await list("confirm")).toMatchObject([{ claimed_by: "issa" }, { claimed_by: "fatou" }]);
    // A note does not end the work on an order, a call does.
    await record(issa, first, "note", { text: "Parle mooré" });
    expect(await claim(issa)).toMatchObject({ order_id: first });
    await record(issa, first, "called", { outcome: "no_answer" });
    expect(await claim(issa)).toMatchObject({ order_id: first });
    const give = (actor: Actor, id: string) =>
      runAs(api, actor, (tx) => tx`select public.release_order(${id})`);
    await give(fatou, first);
    expect(await list("confirm")).toMatchObject([{ claimed_by: "fatou" }, { claimed_by: "issa" }]);
    await give(issa, first);
    expect((await list("confirm")).map(({ claimed_by }) => claimed_by)).toEqual(["fatou", null]);
  });

  it("gives one order to whoever asks twice at the same moment", async () => {
    for (let number = 0; number < 3; number += 1) await order();
    const claims = await Promise.all([claim(issa), claim(issa), claim(issa)]);
    expect(new Set(claims.map((each) => each?.order_id)).size).toBe(1);
    expect(await claim(issa)).toMatchObject({ order_id: claims[0]?.order_id });
  });

  it("gives an order to another one when the claim has ended, and never a postponed one", async () => {
    const id = await order();
    await claim(fatou);
    expect(await claim(issa)).toBeNull();
    await admin`update private.order_claims set until = now() - interval '1 second'`;
    expect(await claim(issa)).toMatchObject({ order_id: id });
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await record(issa, id, "called", { outcome: "later", until });
    expect(await claim(issa)).toBeNull();
  });

  it("passes over an order that somebody is just recording something of", async () => {
    const [first, second] = [await order(), await order()];
    const other = database.connect("supabase_admin", 1);
    await other.begin(async (tx) => {
      await tx`select from public.orders where id = ${first} for no key update`;
      expect(await claim(issa)).toMatchObject({ order_id: second });
    });
  });
});

it("a picking list has each product once, by shelf, with what each order needs", async () => {
  const first = await order({
    lines: [
      { product: drill, quantity: 2 },
      { product: saw, quantity: 1 },
    ],
  });
  const second = await order({ lines: [{ product: drill, quantity: 3 }] });
  const prepared = await order();
  await record(storekeeper, prepared, "prepared");
  const pick = (actor: Actor, ids: string[]) =>
    runAs(api, actor, (tx) => tx`select * from public.pick_list(${ids}::uuid[])`);
  const quantities = [
    { id: first, quantity: 2 },
    { id: second, quantity: 3 },
  ];
  expect(await pick(storekeeper, [first, second, prepared, randomUUID()])).toMatchObject([
    { product_id: saw.id, shelf: "A1", quantity: 1, orders: [{ id: first, quantity: 1 }] },
    { product_id: drill.id, shelf: "B2", reference: "PER-01", quantity: 5, orders: quantities },
  ]);
  expect(await pick(storekeeper, [])).toEqual([]);
  expect(await getSqlState(pick(courier, [first]))).toBe("42501");
  await expect(
    pick(
      storekeeper,
      Array.from({ length: 51 }, () => randomUUID()),
    ),
  ).rejects.toThrow("au plus 50");
});

it("an order is prepared with what its picking list has shown, or not at all", async () => {
  const id = await order({ lines: [{ product: drill, quantity: 2 }] });
  const list = () =>
    runAs(
      api,
      storekeeper,
      (tx) => tx<{ orders: { contents: string }[] }[]>`select orders from public.pick_list(${[id]}::uuid[])`,
    );
  const prepare = (contents: string | undefined) =>
    runAs(api, storekeeper, (tx) => {
      const event = { id: randomUUID(), order_id: id, kind: "prepared", contents: contents ?? "" };
      return tx`select * from public.record_order_event(${JSON.stringify(event)}::text::jsonb)`;
    });
  const seen = (await list())[0]?.orders[0]?.contents;
  await admin`update public.order_items set quantity = 3 where order_id = ${id}`;
  await expect(prepare(seen)).rejects.toThrow("Ses articles ont changé entre-temps");
  expect(await prepare((await list())[0]?.orders[0]?.contents)).toMatchObject([{ stage: "prepared" }]);
});

it("a phone number has its orders, its refusals with their reasons, and a call that it needs", async () => {
  const figures = (phone: string, actor = issa) =>
    runAs(api, actor, (tx) => tx`select * from public.phone_figures(${phone})`);
  const history = (after: unknown[] | null = null, actor = issa) =>
    runAs(
      api,
      actor,
      (tx) => tx<{ id: string; stage: string; reason: string | null; place: unknown[] }[]>`
        select * from public.phone_history('0022670112233', ${after && JSON.stringify(after)}::text::jsonb)`,
    );
  const refused = [await order(), await order()];
  for (const id of refused) {
    await record(storekeeper, id, "prepared");
    await record(issa, id, "refused", { reason: "Trop cher" });
  }
  const [last] = [await order({ phone: "+226 70.11.22.33" }), await order({ phone: "76543210" })];
  expect(await figures("70 11 22 33")).toMatchObject([{ orders: 3, refusals: 2, needs_call: true }]);
  expect(await figures("76543210")).toMatchObject([{ orders: 1, refusals: 0, needs_call: false }]);
  expect(await history()).toMatchObject([
    { id: last, stage: "to_confirm", reason: null },
    { id: refused[1], stage: "refused", reason: "Trop cher", shipping_address: { city: "Ouagadougou" } },
    { id: refused[0] },
  ]);
  const [newest] = await history();
  expect((await history(newest?.place)).map(({ id }) => id)).toEqual(refused.toReversed());
  expect(await list("confirm")).toMatchObject([
    { id: last, refusals: 2, needs_call: true },
    { refusals: 0, needs_call: false },
  ]);
  expect(await getSqlState(figures("70112233", courier))).toBe("42501");
  expect(await getSqlState(history(null, awa))).toBe("42501");
});
