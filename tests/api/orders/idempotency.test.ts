/** The browser creates the order's id, once per attempt to buy: all requests with that id are one order. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestBackend, type TestBackend } from "#tests/support/backend.ts";
import {
  createOrderPayload,
  createSignedInUser,
  findProductInStock,
  placeOrder,
  type SignedInUser,
} from "#tests/support/signed-in-users.ts";

let backend: TestBackend;
let awa: SignedInUser;
let binta: SignedInUser;
let product: { id: string; price: number; stock: number };

beforeAll(async () => {
  backend = await startTestBackend("demo");
  [awa, binta] = await Promise.all([
    createSignedInUser(backend, "awa@exemple.bf"),
    createSignedInUser(backend, "binta@exemple.bf"),
  ]);
  product = await findProductInStock(backend);
});
afterAll(() => backend.close());

async function getStock(): Promise<number> {
  const { data } = await awa.client
    .from("products")
    .select("stock")
    .eq("id", product.id)
    .single()
    .throwOnError();
  return data.stock;
}

it("an order sent 100 times at once is one row, which every sender can read", async () => {
  const before = await getStock();
  const order = createOrderPayload([{ ...product, quantity: 2 }]);
  const send = async () => {
    const { data, error, status } = await placeOrder(awa.client, order);
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
  expect(await getStock()).toBe(before - 2);
});

it("an upsert with the same id changes nothing either", async () => {
  const order = createOrderPayload([{ ...product, quantity: 1 }]);
  await placeOrder(awa.client, order).throwOnError();
  const before = await getStock();
  const ignoring = await awa.client.from("orders").upsert(order, { ignoreDuplicates: true });
  expect(ignoring.error).toBeNull();
  const merging = await awa.client.from("orders").upsert({ ...order, notes: "Autre chose" });
  expect(merging.error?.code).toBe("42501");
  expect(await getStock()).toBe(before);
});

it("different content with a known id is rejected, and the order stays unchanged", async () => {
  const order = createOrderPayload([{ ...product, quantity: 1 }]);
  const { data: stored } = await placeOrder(awa.client, order).throwOnError();
  const before = await getStock();
  const changes = [
    { ...createOrderPayload([{ ...product, quantity: 2 }]), id: order.id },
    { ...order, notes: "Livrez ailleurs" },
    { ...order, shipping_address: { ...order.shipping_address, address: "Une tout autre adresse" } },
    { ...order, customer_phone: "+22671000000" },
    { ...order, payment_info: { ...order.payment_info, method: "mobile_money" } },
  ];
  for (const changed of changes) {
    const { error, status } = await placeOrder(awa.client, changed);
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
  expect(await getStock()).toBe(before);
});

it("another customer's order id reveals nothing and gives no access", async () => {
  const order = createOrderPayload([{ ...product, quantity: 1 }]);
  const { data: stored } = await placeOrder(awa.client, order).throwOnError();
  const before = await getStock();
  const { data, error, status } = await placeOrder(binta.client, order);
  expect(data).toBeNull();
  expect([status, error?.code]).toEqual([400, "YA004"]);
  expect(JSON.stringify(error)).not.toContain(stored.number);
  expect(JSON.stringify(error)).not.toContain(awa.email);
  const seen = await binta.client.from("orders").select("*").eq("id", order.id);
  expect(seen.data).toEqual([]);
  expect(await getStock()).toBe(before);
  const { data: own } = await awa.client.from("orders").select("user_id").eq("id", order.id).single();
  expect(own).toEqual({ user_id: awa.id });
});
