/** The order's id is made in the browser, once for each attempt to buy: whatever is sent under it is one order. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestBackend, type TestBackend } from "../../support/backend.ts";
import { anyProduct, createShopper, orderOf, place, type Shopper } from "./shoppers.ts";

let backend: TestBackend;
let awa: Shopper;
let binta: Shopper;
let product: { id: string; price: number; stock: number };

beforeAll(async () => {
  backend = await startTestBackend("demo");
  [awa, binta] = await Promise.all([
    createShopper(backend, "awa@exemple.bf"),
    createShopper(backend, "binta@exemple.bf"),
  ]);
  product = await anyProduct(backend);
});
afterAll(() => backend.close());

async function stock(): Promise<number> {
  const { data } = await awa.client
    .from("products")
    .select("stock")
    .eq("id", product.id)
    .single()
    .throwOnError();
  return data.stock;
}

it("an order sent 100 times at once is one row, and every sender ends with it", async () => {
  const before = await stock();
  const order = orderOf([{ ...product, quantity: 2 }]);
  const send = async () => {
    const { data, error, status } = await place(awa.client, order);
    if (data) return { status, number: data.number };
    expect(error?.code).toBe("23505");
    const known = await awa.client.from("orders").select("number").eq("id", order.id).single().throwOnError();
    return { status, number: known.data.number };
  };
  const ends = await Promise.all(Array.from({ length: 100 }, send));
  expect(ends.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(ends.filter(({ status }) => status === 409)).toHaveLength(99);
  expect(new Set(ends.map(({ number }) => number)).size).toBe(1);
  const { data } = await awa.client.from("orders").select("id,order_items(quantity)").eq("id", order.id);
  expect(data).toEqual([{ id: order.id, order_items: [{ quantity: 2 }] }]);
  expect(await stock()).toBe(before - 2);
});

it("an upsert under the same id changes nothing either", async () => {
  const order = orderOf([{ ...product, quantity: 1 }]);
  await place(awa.client, order).throwOnError();
  const before = await stock();
  const ignoring = await awa.client.from("orders").upsert(order, { ignoreDuplicates: true });
  expect(ignoring.error).toBeNull();
  const merging = await awa.client.from("orders").upsert({ ...order, notes: "Autre chose" });
  expect(merging.error?.code).toBe("42501");
  expect(await stock()).toBe(before);
});

it("another content under a known id is refused, and the order stays as it was", async () => {
  const order = orderOf([{ ...product, quantity: 1 }]);
  const { data: stored } = await place(awa.client, order).throwOnError();
  const before = await stock();
  const changes = [
    { ...orderOf([{ ...product, quantity: 2 }]), id: order.id },
    { ...order, notes: "Livrez ailleurs" },
    { ...order, shipping_address: { ...order.shipping_address, address: "Une tout autre adresse" } },
    { ...order, customer_phone: "+22671000000" },
    { ...order, payment_info: { ...order.payment_info, method: "mobile_money" } },
  ];
  for (const changed of changes) {
    const { error, status } = await place(awa.client, changed);
    expect([status, error?.code]).toEqual([400, "YA004"]);
  }
  const { data } = await awa.client
    .from("orders")
    .select("number,total_amount,notes,customer_phone")
    .eq("id", order.id)
    .single();
  expect(data).toEqual({
    number: stored.number,
    total_amount: order.total_amount,
    notes: null,
    customer_phone: order.customer_phone,
  });
  expect(await stock()).toBe(before);
});

it("somebody else's order id reveals nothing and gives nothing", async () => {
  const order = orderOf([{ ...product, quantity: 1 }]);
  const { data: stored } = await place(awa.client, order).throwOnError();
  const before = await stock();
  const { data, error, status } = await place(binta.client, order);
  expect(data).toBeNull();
  expect([status, error?.code]).toEqual([400, "YA004"]);
  expect(JSON.stringify(error)).not.toContain(stored.number);
  expect(JSON.stringify(error)).not.toContain(awa.email);
  const seen = await binta.client.from("orders").select("*").eq("id", order.id);
  expect(seen.data).toEqual([]);
  expect(await stock()).toBe(before);
  const { data: own } = await awa.client.from("orders").select("user_id").eq("id", order.id).single();
  expect(own).toEqual({ user_id: awa.id });
});
