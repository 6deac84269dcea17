/**
 * Concurrent writers of the same rows: one waits for the other, and both succeed. Each test arranges the
 * interleaving in which two of them would deadlock, which Postgres resolves by failing one (40P01).
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Sql, TransactionSql } from "#backend/core/database/database.ts";
import {
  type Actor,
  createAdministratorActor,
  createCustomerActor,
  getSqlState,
  runAs,
} from "#tests/support/actors.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { liftLimits } from "#tests/support/limits.ts";
import { createOrderInput, getStock, insertOrder, type PricedProduct } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";
import { waitForBlockedTransactions } from "#tests/support/wait-for-locks.ts";

let database: TestDatabase;
let admin: Sql;
let api: Sql;
let customer: Actor;
let administrator: Actor;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  await liftLimits(admin, "order");
  api = database.connect("authenticator");
  customer = await createCustomerActor(admin, "awa@example.com");
  administrator = await createAdministratorActor(admin, "fatou@example.com");
});
afterAll(() => database.drop());

const placeOrder = (lines: Parameters<typeof createOrderInput>[0]) =>
  runAs(api, customer, (tx) => insertOrder(tx, createOrderInput(lines)));
const runAsAdmin = (work: (tx: TransactionSql) => Promise<unknown>) =>
  getSqlState(runAs(api, administrator, work));
const getProductColumns = async ({ id }: PricedProduct) => {
  const [row] =
    await admin`select name, description, price, rating, review_count from public.products where id = ${id}`;
  return row;
};

it("two orders wait for a product that a concurrent review request references", async () => {
  const drill = await createProduct(admin, { price: 7500, stock: 10 });
  const placed: Promise<string | null>[] = [];
  const placeOne = () => {
    placed.push(getSqlState(placeOrder([{ product: drill, quantity: 1 }])));
    return waitForBlockedTransactions(admin, placed.length);
  };
  await admin.begin(async (referring) => {
    await admin.begin(async (tx) => {
      await tx`update public.products set stock = 9 where id = ${drill.id}`;
      await referring`select from public.products where id = ${drill.id} for key share`;
      await placeOne();
      await placeOne();
    });
    expect(await Promise.all(placed)).toEqual([null, null]);
  });
  expect(await getStock(admin, drill)).toBe(7);
});

it("an order locks its products alone, and the product of a variant in turn with the others", async () => {
  const products = await Promise.all([
    createProduct(admin, { price: 7500, stock: 10 }),
    createProduct(admin, { price: 500, stock: 10 }),
  ]);
  products.sort((a, b) => (a.id < b.id ? -1 : 1));
  const [first, second] = products;
  if (!first || !second) throw new Error("no products");
  const [variant] = await admin<{ id: string }[]>`
    insert into public.product_variants (product_id, position, choices, price, stock)
    values (${first.id}, 1, '{40 mm}', ${first.price}, 10) returning id`;
  if (!variant) throw new Error("no variant");
  const ordered = await admin.begin(async (tx) => {
    await tx`select from public.products where id = ${first.id} for update`;
    // An order without it does not wait.
    await placeOrder([{ product: second, quantity: 1 }]);
    const ordering = getSqlState(
      placeOrder([
        { product: { ...first, id: variant.id }, quantity: 1 },
        { product: second, quantity: 1 },
      ]),
    );
    await waitForBlockedTransactions(admin, 1);
    await tx`select from public.products where id = ${second.id} for update`;
    return { ordering };
  });
  expect(await ordered.ordering).toBe(null);
});

it("completing an order creates review requests while another session updates its products one by one", async () => {
  const products = await Promise.all([
    createProduct(admin, { price: 7500, stock: 10 }),
    createProduct(admin, { price: 500, stock: 10 }),
  ]);
  products.sort((a, b) => (a.id < b.id ? -1 : 1));
  const [first, second] = products;
  const { id } = await placeOrder(products.toReversed().map((one) => ({ product: one, quantity: 1 })));
  const completed = await admin.begin(async (tx) => {
    await tx`update public.products set slug = ${`a-${first?.id}`} where id = ${first?.id ?? null}`;
    const completing = runAsAdmin(
      (order) => order`update public.orders set status = 'completed' where id = ${id}`,
    );
    await waitForBlockedTransactions(admin, 1);
    await tx`update public.products set slug = ${`a-${second?.id}`} where id = ${second?.id ?? null}`;
    return { completing };
  });
  expect(await completed.completing).toBe(null);
  const requested = await admin`select from public.review_requests where order_id = ${id}`;
  expect(requested).toHaveLength(2);
});

it("an order is completed while one of its products is deleted", async () => {
  const drill = await createProduct(admin, { price: 7500, stock: 10 });
  const { id } = await placeOrder([{ product: drill, quantity: 1 }]);
  const completed = await admin.begin(async (tx) => {
    await tx`delete from public.products where id = ${drill.id}`;
    const completing = runAsAdmin(
      (order) => order`update public.orders set status = 'completed' where id = ${id}`,
    );
    await waitForBlockedTransactions(admin, 1);
    return { completing };
  });
  expect(await completed.completing).toBe(null);
  expect(await admin`select from public.review_requests where order_id = ${id}`).toHaveLength(0);
});

it("a product is saved while a review of it is inserted", async () => {
  const drill = await createProduct(admin, { price: 7500, stock: 10 });
  const saved = await admin.begin(async (review) => {
    await review`select from public.products where id = ${drill.id} for key share`;
    const product = { id: drill.id, slug: `b-${drill.id}`, price: 8000 };
    const saving = runAsAdmin(
      (tx) => tx`
        select public.save_product(${tx.json(product)}, '[]', p.updated_at) from public.products p where p.id = ${drill.id}`,
    );
    await waitForBlockedTransactions(admin, 1);
    await review`
      insert into public.product_reviews (product_id, name, email, comment, rating, is_published)
      values (${drill.id}, 'Awa', 'awa@example.com', 'Solide et bien équilibrée', 4, true)`;
    return { saving };
  });
  expect(await saved.saving).toBe(null);
  expect(await getProductColumns(drill)).toMatchObject({ price: 8000, rating: "4.00", review_count: 1 });
});

it("an import updates the products of its file, and keeps what another administrator saves meanwhile", async () => {
  const drill = await createProduct(admin, { price: 7500, stock: 10 });
  const rows = [{ slug: `article-${drill.id}`, price: "8000" }];
  const imported = await admin.begin(async (tx) => {
    await tx`update public.products set description = 'Avec mallette' where id = ${drill.id}`;
    const importing = runAsAdmin(
      (file) => file`select public.import_products(${file.json(rows)}, false, ${randomUUID()})`,
    );
    await waitForBlockedTransactions(admin, 1);
    return { importing };
  });
  expect(await imported.importing).toBe(null);
  expect(await getProductColumns(drill)).toMatchObject({ price: 8000, description: "Avec mallette" });
});

it("an order of a customer is cancelled while the same customer, whose letters are limited, orders again", async () => {
  await admin`update public.limits set maximum = 1000 where name = 'order_letters'`;
  const drill = await createProduct(admin, { price: 7500, stock: 10 });
  const { id } = await placeOrder([{ product: drill, quantity: 1 }]);
  const outcomes = await admin.begin(async (tx) => {
    await tx`select from public.products where id = ${drill.id} for update`;
    const cancelling = runAsAdmin(
      (order) =>
        order`update public.orders set status = 'cancelled', cancellation_reason = 'Erreur' where id = ${id}`,
    );
    await waitForBlockedTransactions(admin, 1);
    const ordering = getSqlState(placeOrder([{ product: drill, quantity: 1 }]));
    await waitForBlockedTransactions(admin, 2);
    return [cancelling, ordering];
  });
  expect(await Promise.all(outcomes)).toEqual([null, null]);
  expect(await getStock(admin, drill)).toBe(9);
});
