/** Many orders in the same moment: none is lost, none is double, nothing is sold twice. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Sql } from "../../../backend/core/database.ts";
import { untilBlocked } from "../../support/blocked.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { type Actor, as, createAdministrator, createCustomer, failureOf } from "./actors.ts";
import { createGoods, insertOrder, orderOf, stockOf } from "./goods.ts";

let database: TestDatabase;
let admin: Sql;
let api: Sql;
let customers: Actor[];

beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  api = database.connect("authenticator", 20);
  customers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => createCustomer(admin, `client-${index}@example.com`)),
  );
});
afterAll(() => database.drop());

const customer = (index: number): Actor => {
  const found = customers[index % customers.length];
  if (!found) throw new Error("no customers");
  return found;
};

/** How often each SQLSTATE came back; `null` counts the orders that were placed. */
async function tally(statements: Promise<unknown>[]): Promise<Map<string | null, number>> {
  const counts = new Map<string | null, number>();
  for (const code of await Promise.all(statements.map(failureOf)))
    counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}

it("one order sent 100 times at once is one order", async () => {
  const drill = await createGoods(admin, 7500, 1000);
  const order = orderOf([{ goods: drill, quantity: 2 }]);
  const counts = await tally(
    Array.from({ length: 100 }, () => as(api, customer(0), (tx) => insertOrder(tx, order))),
  );
  expect(Object.fromEntries(counts)).toEqual({ null: 1, 23505: 99 });
  expect(await stockOf(admin, drill)).toBe(998);
});

it("one id sent by many customers at once is the order of one of them", async () => {
  const drill = await createGoods(admin, 7500, 1000);
  const order = orderOf([{ goods: drill, quantity: 1 }]);
  const counts = await tally(customers.map((actor) => as(api, actor, (tx) => insertOrder(tx, order))));
  expect(Object.fromEntries(counts)).toEqual({ null: 1, YA004: customers.length - 1 });
  expect(await stockOf(admin, drill)).toBe(999);
});

it.each([
  { before: 0, after: 5, outcome: null, left: 4 },
  { before: 5, after: 0, outcome: "YA002", left: 0 },
])(
  "an order that waited for the stock to go from $before to $after is judged by the latter",
  async (stock) => {
    const drill = await createGoods(admin, 7500, stock.before);
    let placed: Promise<string | null> = Promise.resolve("not sent");
    await admin.begin(async (tx) => {
      await tx`update public.products set stock = ${stock.after} where id = ${drill.id}`;
      placed = failureOf(
        as(api, customer(0), (order) => insertOrder(order, orderOf([{ goods: drill, quantity: 1 }]))),
      );
      await untilBlocked(admin, 1);
    });
    expect(await placed).toBe(stock.outcome);
    expect(await stockOf(admin, drill)).toBe(stock.left);
  },
);

it("orders that hold the same products in opposite order, and cancellations among them, never block each other", async () => {
  const goods = await Promise.all(Array.from({ length: 6 }, () => createGoods(admin, 1000, 10_000)));
  const administrator = await createAdministrator(admin, "admin@example.com");
  const sendOrder = async (index: number) => {
    const lines = (index % 2 === 0 ? goods : goods.toReversed()).map((one) => ({ goods: one, quantity: 1 }));
    const { id } = await as(api, customer(index), (tx) => insertOrder(tx, orderOf(lines)));
    if (index % 3 !== 0) return;
    await as(
      api,
      administrator,
      (tx) => tx`
        update public.orders set status = 'cancelled', cancellation_reason = 'Doublon' where id = ${id}`,
    );
  };
  const counts = await tally(Array.from({ length: 300 }, (_, index) => sendOrder(index)));
  expect(Object.fromEntries(counts)).toEqual({ null: 300 });
  expect(await Promise.all(goods.map((one) => stockOf(admin, one)))).toEqual(goods.map(() => 9800));
});
