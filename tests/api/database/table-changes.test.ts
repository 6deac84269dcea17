/** Which writes tell the page cache that pages are stale: an order tells nothing unless a stock shows it. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Sql } from "../../../backend/core/database.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { type Actor, as, createAdministrator, createCustomer } from "./actors.ts";
import { createGoods, type Goods, insertOrder, orderOf } from "./goods.ts";

let database: TestDatabase;
let admin: Sql;
let api: Sql;
let awa: Actor;
let drill: Goods;
const heard: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  api = database.connect("authenticator");
  awa = await createCustomer(admin, "awa@example.com");
  await admin.listen("table_changes", (payload) => heard.push(payload));
});
afterAll(() => database.drop());
beforeEach(async () => {
  drill = await createGoods(admin, 7500, 10);
});

/** What is told while `work` runs: notifications come in the order of their commits, so an own one ends them. */
async function toldBy(work: () => Promise<unknown>): Promise<string[]> {
  const mark = async () => {
    const end = randomUUID();
    await admin.notify("table_changes", end);
    while (!heard.includes(end)) await admin`select`;
    return heard.splice(0, heard.length).slice(0, -1);
  };
  await mark();
  await work();
  return await mark();
}

const order = (quantity: number) =>
  as(api, awa, (tx) => insertOrder(tx, orderOf([{ goods: drill, quantity }])));

it("an order tells nothing while the stock stays above the threshold", async () => {
  expect(await toldBy(() => order(5))).toEqual([]);
});

it("an order that makes the stock low tells it, once", async () => {
  expect(await toldBy(() => order(6))).toEqual(["products"]);
  expect(await toldBy(() => order(1))).toEqual([]);
});

it("an order that takes the last piece tells it", async () => {
  await order(9);
  expect(await toldBy(() => order(1))).toEqual(["products"]);
});

it("a refused order tells nothing", async () => {
  expect(await toldBy(() => order(11).catch(() => undefined))).toEqual([]);
});

it("a cancellation tells that stock came back", async () => {
  const { id } = await order(2);
  const administrator = await createAdministrator(admin, "admin@example.com");
  const cancel = () =>
    as(
      api,
      administrator,
      (tx) =>
        tx`update public.orders set status = 'cancelled', cancellation_reason = 'Doublon' where id = ${id}`,
    );
  expect(await toldBy(cancel)).toEqual(["products"]);
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
])("a write to %s tells its name once, however many rows it has", async (table, write) => {
  await createGoods(admin, 100, 1);
  expect(await toldBy(() => write(admin))).toEqual([table]);
});

it("a review tells when it is published, and with it the product's rating", async () => {
  const write = () => admin`
    insert into public.product_reviews (product_id, name, email, comment)
    values (${drill.id}, 'Awa', 'awa@example.com', 'Très bonne perceuse')`;
  expect(await toldBy(write)).toEqual([]);
  const publish = () =>
    admin`update public.product_reviews set is_published = true where product_id = ${drill.id}`;
  expect((await toldBy(publish)).sort()).toEqual(["product_reviews", "products"]);
});
