/** Concurrent orders: none is lost or duplicated, and no stock is sold twice. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import {
  type Actor,
  createAdministratorActor,
  createCustomerActor,
  getSqlState,
  runAs,
} from "#tests/support/actors.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { liftLimits } from "#tests/support/limits.ts";
import { createOrderInput, getStock, insertOrder } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";
import { waitForBlockedTransactions } from "#tests/support/wait-for-locks.ts";

let database: TestDatabase;
let admin: Sql;
let api: Sql;
let customers: Actor[];

beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  await liftLimits(admin, "order");
  api = database.connect("authenticator", 20);
  customers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => createCustomerActor(admin, `client-${index}@example.com`)),
  );
});
afterAll(() => database.drop());

const customer = (index: number): Actor => {
  const found = customers[index % customers.length];
  if (!found) throw new Error("no customers");
  return found;
};

/** How often each SQLSTATE was returned; `null` counts the orders that were placed. */
async function countOutcomes(statements: Promise<unknown>[]): Promise<Map<string | null, number>> {
  const counts = new Map<string | null, number>();
  for (const code of await Promise.all(statements.map(getSqlState)))
    counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}

it("one order sent 100 times at once is stored once", async () => {
  const drill = await createProduct(admin, { price: 7500, stock: 1000 });
  const order = createOrderInput([{ product: drill, quantity: 2 }]);
  const counts = await countOutcomes(
    Array.from({ length: 100 }, () => runAs(api, customer(0), (tx) => insertOrder(tx, order))),
  );
  expect(Object.fromEntries(counts)).toEqual({ null: 1, 23505: 99 });
  expect(await getStock(admin, drill)).toBe(998);
});

it("one order id sent by many customers at once belongs to one of them", async () => {
  const drill = await createProduct(admin, { price: 7500, stock: 1000 });
  const order = createOrderInput([{ product: drill, quantity: 1 }]);
  const counts = await countOutcomes(
    customers.map((actor) => runAs(api, actor, (tx) => insertOrder(tx, order))),
  );
  expect(Object.fromEntries(counts)).toEqual({ null: 1, YA004: customers.length - 1 });
  expect(await getStock(admin, drill)).toBe(999);
});

it.each([
  { before: 0, after: 5, outcome: null, left: 4 },
  { before: 5, after: 0, outcome: "YA002", left: 0 },
])(
  "an order that waited while the stock went from $before to $after is checked against the latter",
  async (stock) => {
    const drill = await createProduct(admin, { price: 7500, stock: stock.before });
    let placed: Promise<string | null> = Promise.resolve("not sent");
    await admin.begin(async (tx) => {
      await tx`update public.products set stock = ${stock.after} where id = ${drill.id}`;
      placed = getSqlState(
        runAs(api, customer(0), (order) =>
          insertOrder(order, createOrderInput([{ product: drill, quantity: 1 }])),
        ),
      );
      await waitForBlockedTransactions(admin, 1);
    });
    expect(await placed).toBe(stock.outcome);
    expect(await getStock(admin, drill)).toBe(stock.left);
  },
);

it("orders with the same products in opposite order, and concurrent cancellations, never deadlock", async () => {
  const products = await Promise.all(
    Array.from({ length: 6 }, () => createProduct(admin, { price: 1000, stock: 10_000 })),
  );
  const administrator = await createAdministratorActor(admin, "admin@example.com");
  const sendOrder = async (index: number) => {
    const lines = (index % 2 === 0 ? products : products.toReversed()).map((product) => ({
      product,
      quantity: 1,
    }));
    const { id } = await runAs(api, customer(index), (tx) => insertOrder(tx, createOrderInput(lines)));
    if (index % 3 !== 0) return;
    await runAs(
      api,
      administrator,
      (tx) => tx`
        update public.orders set status = 'cancelled', cancellation_reason = 'Doublon' where id = ${id}`,
    );
  };
  const counts = await countOutcomes(Array.from({ length: 300 }, (_, index) => sendOrder(index)));
  expect(Object.fromEntries(counts)).toEqual({ null: 300 });
  expect(await Promise.all(products.map((product) => getStock(admin, product)))).toEqual(
    products.map(() => 9800),
  );
});
