/**
 * Which writes notify the page cache that pages are stale: an order does so only when a displayed stock
 * changes.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Sql } from "#backend/core/database.ts";
import { type Actor, createAdministratorActor, createCustomerActor, runAs } from "#tests/support/actors.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { createOrderInput, insertOrder, type PricedProduct } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";

let database: TestDatabase;
let admin: Sql;
let api: Sql;
let awa: Actor;
let drill: PricedProduct;
const notifications: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  api = database.connect("authenticator");
  awa = await createCustomerActor(admin, "awa@example.com");
  await admin.listen("table_changes", (payload) => notifications.push(payload));
});
afterAll(() => database.drop());
beforeEach(async () => {
  drill = await createProduct(admin, { price: 7500, stock: 10 });
});

/**
 * The notifications during `work`: they come in the order of their commits, so a marker of our own ends them.
 */
async function collectNotifications(work: () => Promise<unknown>): Promise<string[]> {
  const mark = async () => {
    const end = randomUUID();
    await admin.notify("table_changes", end);
    while (!notifications.includes(end)) await admin`select`;
    return notifications.splice(0, notifications.length).slice(0, -1);
  };
  await mark();
  await work();
  return await mark();
}

const placeOrder = (quantity: number) =>
  runAs(api, awa, (tx) => insertOrder(tx, createOrderInput([{ product: drill, quantity }])));

it("an order does not notify while the stock stays above the threshold", async () => {
  expect(await collectNotifications(() => placeOrder(5))).toEqual([]);
});

it("an order that makes the stock low notifies once", async () => {
  expect(await collectNotifications(() => placeOrder(6))).toEqual(["products"]);
  expect(await collectNotifications(() => placeOrder(1))).toEqual([]);
});

it("an order that takes the last piece notifies", async () => {
  await placeOrder(9);
  expect(await collectNotifications(() => placeOrder(1))).toEqual(["products"]);
});

it("a rejected order does not notify", async () => {
  expect(await collectNotifications(() => placeOrder(11).catch(() => undefined))).toEqual([]);
});

it("a cancellation notifies about the restored stock", async () => {
  const { id } = await placeOrder(2);
  const administrator = await createAdministratorActor(admin, "admin@example.com");
  const cancel = () =>
    runAs(
      api,
      administrator,
      (tx) =>
        tx`update public.orders set status = 'cancelled', cancellation_reason = 'Doublon' where id = ${id}`,
    );
  expect(await collectNotifications(cancel)).toEqual(["products"]);
});

it.each([
  ["products", (sql: Sql) => sql`update public.products set price = 8000`],
  ["products", (sql: Sql) => sql`update public.products set stock = 7`],
  ["categories", (sql: Sql) => sql`insert into public.categories (name, slug) values ('Outils', 'outils')`],
  ["brands", (sql: Sql) => sql`insert into public.brands (name) values ('Sahelis')`],
  ["testimonials", (sql: Sql) => sql`insert into public.testimonials (name, content) values ('Ali', 'Bien')`],
  ["shop_settings", (sql: Sql) => sql`update public.shop_settings set phone = '+226 25 00 00 00'`],
  [
    "technicians",
    (sql: Sql) => sql`
      insert into public.technicians (name, slug, specialty, specialty_slug, description)
      values ('Ali', 'ali', 'Plomberie', 'plomberie', 'Dépannage')`,
  ],
])("a write to %s notifies the table's name once, however many rows it changes", async (table, write) => {
  await createProduct(admin, { price: 100, stock: 1 });
  expect(await collectNotifications(() => write(admin))).toEqual([table]);
});

it("a review notifies when it is published, and so does the product's rating", async () => {
  const write = () => admin`
    insert into public.product_reviews (product_id, name, email, comment)
    values (${drill.id}, 'Awa', 'awa@example.com', 'Très bonne perceuse')`;
  expect(await collectNotifications(write)).toEqual([]);
  const publish = () =>
    admin`update public.product_reviews set is_published = true where product_id = ${drill.id}`;
  expect((await collectNotifications(publish)).sort()).toEqual(["product_reviews", "products"]);
});
