/** A thousand shoppers want the last ten pieces in the same moment, through the whole of the backend. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestBackend, type TestBackend } from "../../support/backend.ts";
import { anyProduct, createShopper, orderOf, place, type Shopper } from "./shoppers.ts";

let backend: TestBackend;
let shoppers: Shopper[];

beforeAll(async () => {
  backend = await startTestBackend("demo");
  shoppers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => createShopper(backend, `client-${index}@exemple.bf`)),
  );
});
afterAll(() => backend.close());

it("1,000 simultaneous orders for the last 10 pieces sell exactly 10", async () => {
  const product = await anyProduct(backend);
  const admin = backend.client(backend.keys.serviceRoleKey);
  await admin.from("products").update({ stock: 10 }).eq("id", product.id).throwOnError();
  const orders = Array.from({ length: 125 }, () => shoppers)
    .flat()
    .map(({ client }) => place(client, orderOf([{ ...product, quantity: 1 }])));
  const answers = await Promise.all(orders);
  const tally = Map.groupBy(answers, ({ status, error }) => error?.code ?? String(status));
  expect(Object.fromEntries([...tally].map(([outcome, { length }]) => [outcome, length]))).toEqual({
    "201": 10,
    YA002: 990,
  });
  const { data: after } = await admin.from("products").select("stock").eq("id", product.id).single();
  expect(after).toEqual({ stock: 0 });
  const placed = answers.flatMap(({ data }) => data?.id ?? []);
  const { data: lines } = await admin
    .from("order_items")
    .select("quantity")
    .eq("product_id", product.id)
    .in("order_id", placed);
  expect(lines).toEqual(Array.from({ length: 10 }, () => ({ quantity: 1 })));
  const sold = await admin.from("orders").select("number").in("id", placed);
  expect(new Set(sold.data?.map(({ number }) => number)).size).toBe(10);
});
