/** Hundreds of concurrent orders for the last ten pieces, through the whole backend. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { liftLimits } from "#tests/support/limits.ts";
import { shortOrLong } from "#tests/support/short-or-long.ts";
import {
  createOrderPayload,
  createSignedInUser,
  findProductInStock,
  placeOrder,
  type SignedInUser,
} from "#tests/support/signed-in-users.ts";

let backend: TestBackend;
let shoppers: SignedInUser[];

beforeAll(async () => {
  backend = await startTestBackend("demo");
  await liftLimits(backend.database.connect("supabase_admin", 1), "order");
  shoppers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => createSignedInUser(backend, `client-${index}@exemple.bf`)),
  );
});
afterAll(() => backend.close());

const ROUNDS = shortOrLong(40, 125);

it("many simultaneous orders for the last 10 pieces sell exactly 10", async () => {
  const product = await findProductInStock(backend);
  const admin = backend.client(backend.keys.serviceRoleKey);
  await admin.from("products").update({ stock: 10 }).eq("id", product.id).throwOnError();
  const orders = Array.from({ length: ROUNDS }, () => shoppers)
    .flat()
    .map(({ client }) => placeOrder(client, createOrderPayload([{ ...product, quantity: 1 }])));
  const responses = await Promise.all(orders);
  const tally = Map.groupBy(responses, ({ status, error }) => error?.code ?? String(status));
  expect(Object.fromEntries([...tally].map(([outcome, { length }]) => [outcome, length]))).toEqual({
    "201": 10,
    YA002: ROUNDS * shoppers.length - 10,
  });
  const { data: after } = await admin.from("products").select("stock").eq("id", product.id).single();
  expect(after).toEqual({ stock: 0 });
  const placed = responses.flatMap(({ data }) => data?.id ?? []);
  const { data: lines } = await admin
    .from("order_items")
    .select("quantity")
    .eq("product_id", product.id)
    .in("order_id", placed);
  expect(lines).toEqual(Array.from({ length: 10 }, () => ({ quantity: 1 })));
  const sold = await admin.from("orders").select("number").in("id", placed);
  expect(new Set(sold.data?.map(({ number }) => number)).size).toBe(10);
});
