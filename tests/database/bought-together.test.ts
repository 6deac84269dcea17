/** What is bought with a product, as visitors read it. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import { type Actor, createCustomerActor, runAs, visitor } from "#tests/support/actors.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { liftLimits } from "#tests/support/limits.ts";
import { createOrderInput, insertOrder } from "#tests/support/orders.ts";
import { createProduct, type StoredProduct } from "#tests/support/products.ts";

let database: TestDatabase;
let admin: Sql;
let api: Sql;
let awa: Actor;
beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  await liftLimits(admin, "order");
  api = database.connect("authenticator");
  awa = await createCustomerActor(admin, "awa@exemple.bf");
});
afterAll(() => database.drop());

it("lists what three orders or more have beside it, the most frequent first, while in stock", async () => {
  const add = (name: string) => createProduct(admin, { name, price: 1000, stock: 100 });
  const [drill, bits, plugs, gloves] = [
    await add("Perceuse"),
    await add("Forets"),
    await add("Chevilles"),
    await add("Gants"),
  ];
  const buy = (...products: StoredProduct[]) =>
    runAs(api, awa, (tx) =>
      insertOrder(tx, createOrderInput(products.map((product) => ({ product, quantity: 1 })))),
    );
  const listNames = async (product: StoredProduct) => {
    const rows = await runAs(
      api,
      visitor,
      (tx) => tx<{ name: string }[]>`select name from list_bought_together(${product.id})`,
    );
    return rows.map(({ name }) => name);
  };
  for (let count = 0; count < 3; count++) await buy(drill, plugs);
  for (let count = 0; count < 4; count++) await buy(drill, bits);
  for (let count = 0; count < 2; count++) await buy(drill, gloves);
  const { id: cancelled } = await buy(drill, gloves);
  await admin`update public.orders set status = 'cancelled', cancellation_reason = 'Fausse commande' where id = ${cancelled}`;
  expect(await listNames(drill)).toEqual(["Forets", "Chevilles"]);
  expect(await listNames(plugs)).toEqual(["Perceuse"]);
  expect(await listNames(gloves)).toEqual([]);
  await admin`update public.products set stock = 0 where id = ${bits.id}`;
  expect(await listNames(drill)).toEqual(["Chevilles"]);
});
