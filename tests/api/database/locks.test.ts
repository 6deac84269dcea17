/**
 * Writers of the same rows in the same moment: one waits for the other, and neither is refused. Each test makes by hand
 * the moment in which two of them would wait for each other, which Postgres ends by failing one (40P01).
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Sql, TransactionSql } from "../../../backend/core/database.ts";
import { untilBlocked } from "../../support/blocked.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { type Actor, as, createAdministrator, createCustomer, failureOf } from "./actors.ts";
import { createGoods, type Goods, insertOrder, orderOf, stockOf } from "./goods.ts";

let database: TestDatabase;
let admin: Sql;
let api: Sql;
let customer: Actor;
let administrator: Actor;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  api = database.connect("authenticator");
  customer = await createCustomer(admin, "awa@example.com");
  administrator = await createAdministrator(admin, "fatou@example.com");
});
afterAll(() => database.drop());

const place = (lines: Parameters<typeof orderOf>[0]) =>
  as(api, customer, (tx) => insertOrder(tx, orderOf(lines)));
const administrate = (work: (tx: TransactionSql) => Promise<unknown>) =>
  failureOf(as(api, administrator, work));
const columnsOf = async ({ id }: Goods) => {
  const [row] =
    await admin`select name, description, price, rating, review_count from public.products where id = ${id}`;
  return row;
};

it("two orders wait for a product while a request for reviews still refers to it as it was", async () => {
  const drill = await createGoods(admin, 7500, 10);
  const placed: Promise<string | null>[] = [];
  const placeOne = () => {
    placed.push(failureOf(place([{ goods: drill, quantity: 1 }])));
    return untilBlocked(admin, placed.length);
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
  expect(await stockOf(admin, drill)).toBe(7);
});

it("a completed order asks for reviews of products that someone changes one after the other", async () => {
  const goods = await Promise.all([createGoods(admin, 7500, 10), createGoods(admin, 500, 10)]);
  goods.sort((a, b) => (a.id < b.id ? -1 : 1));
  const [first, second] = goods;
  const { id } = await place(goods.toReversed().map((one) => ({ goods: one, quantity: 1 })));
  const completed = await admin.begin(async (tx) => {
    await tx`update public.products set slug = ${`a-${first?.id}`} where id = ${first?.id ?? null}`;
    const completing = administrate(
      (order) => order`update public.orders set status = 'completed' where id = ${id}`,
    );
    await untilBlocked(admin, 1);
    await tx`update public.products set slug = ${`a-${second?.id}`} where id = ${second?.id ?? null}`;
    return { completing };
  });
  expect(await completed.completing).toBe(null);
  const asked = await admin`select from public.review_requests where order_id = ${id}`;
  expect(asked).toHaveLength(2);
});

it("an order is completed while one of its products is deleted", async () => {
  const drill = await createGoods(admin, 7500, 10);
  const { id } = await place([{ goods: drill, quantity: 1 }]);
  const completed = await admin.begin(async (tx) => {
    await tx`delete from public.products where id = ${drill.id}`;
    const completing = administrate(
      (order) => order`update public.orders set status = 'completed' where id = ${id}`,
    );
    await untilBlocked(admin, 1);
    return { completing };
  });
  expect(await completed.completing).toBe(null);
  expect(await admin`select from public.review_requests where order_id = ${id}`).toHaveLength(0);
});

it("a product is saved while a review of it is written", async () => {
  const drill = await createGoods(admin, 7500, 10);
  const saved = await admin.begin(async (review) => {
    await review`select from public.products where id = ${drill.id} for key share`;
    const product = { id: drill.id, slug: `b-${drill.id}`, price: 8000 };
    const saving = administrate(
      (tx) => tx`
        select public.save_product(${tx.json(product)}, '[]', p.updated_at) from public.products p where p.id = ${drill.id}`,
    );
    await untilBlocked(admin, 1);
    await review`
      insert into public.product_reviews (product_id, name, email, comment, rating, is_published)
      values (${drill.id}, 'Awa', 'awa@example.com', 'Solide et bien équilibrée', 4, true)`;
    return { saving };
  });
  expect(await saved.saving).toBe(null);
  expect(await columnsOf(drill)).toMatchObject({ price: 8000, rating: "4.00", review_count: 1 });
});

it("a file of products changes what it names, and keeps what another administrator saves meanwhile", async () => {
  const drill = await createGoods(admin, 7500, 10);
  const rows = [{ slug: `article-${drill.id}`, price: "8000" }];
  const imported = await admin.begin(async (tx) => {
    await tx`update public.products set description = 'Avec mallette' where id = ${drill.id}`;
    const importing = administrate(
      (file) => file`select public.import_products(${file.json(rows)}, false, ${randomUUID()})`,
    );
    await untilBlocked(admin, 1);
    return { importing };
  });
  expect(await imported.importing).toBe(null);
  expect(await columnsOf(drill)).toMatchObject({ price: 8000, description: "Avec mallette" });
});
