/** The database computes an order's amounts, number, owner and status, and validates its content. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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

async function countOrders(): Promise<number> {
  const { count } = await backend
    .client(backend.keys.serviceRoleKey)
    .from("orders")
    .select("*", { count: "exact", head: true })
    .throwOnError();
  return count ?? -1;
}

it("a valid order is stored as the database computed it", async () => {
  const order = createOrderPayload([{ ...product, quantity: 2 }]);
  const { data, status } = await placeOrder(awa.client, order);
  expect(status).toBe(201);
  expect(data).toEqual({
    id: order.id,
    number: expect.stringMatching(/^ORD-\d{6}$/),
    total_amount: 2 * product.price + 2000,
    user_id: awa.id,
    status: "pending",
  });
});

it.each(["bank_transfer", "mobile_money"])(
  "payment by %s is accepted, although no screen offers it",
  async (method) => {
    const order = createOrderPayload([{ ...product, quantity: 1 }]);
    const { status } = await placeOrder(awa.client, {
      ...order,
      payment_info: { ...order.payment_info, method },
    });
    expect(status).toBe(201);
  },
);

describe("rejected", () => {
  it("an unknown payment method", async () => {
    const order = createOrderPayload([{ ...product, quantity: 1 }]);
    const { error } = await placeOrder(awa.client, {
      ...order,
      payment_info: { ...order.payment_info, method: "gratuit" },
    });
    expect([error?.code, error?.message]).toEqual(["YA005", "Mode de paiement inconnu"]);
  });

  it.each([
    ["one franc less", (total: number) => total - 1],
    ["one franc more", (total: number) => total + 1],
    ["nothing", () => 0],
    ["less than nothing", () => -5000],
    ["no delivery", (total: number) => total - 2000],
  ])("a total of %s, with the correct one in the error", async (_what, forge) => {
    const before = await countOrders();
    const order = createOrderPayload([{ ...product, quantity: 3 }]);
    const { data, error, status } = await placeOrder(awa.client, {
      ...order,
      total_amount: forge(order.total_amount),
    });
    expect(data).toBeNull();
    expect(status).toBe(400);
    expect(error).toMatchObject({
      code: "YA001",
      message: expect.stringMatching(/^Le total de votre commande/),
    });
    expect(JSON.parse(error?.details ?? "")).toMatchObject({
      total: 3 * product.price + 2000,
      subtotal: 3 * product.price,
      shipping: 2000,
      items: [{ id: product.id, price: product.price, name: expect.any(String) }],
    });
    expect(await countOrders()).toBe(before);
  });

  it("a price that is forged together with the total", async () => {
    const { error } = await placeOrder(
      awa.client,
      createOrderPayload([{ ...product, price: 1, quantity: 1 }]),
    );
    expect(error?.code).toBe("YA001");
  });

  it.each([
    { number: "ORD-000001" },
    { user_id: "00000000-0000-4000-8000-000000000000" },
    { shipping_amount: 0 },
    { created_at: "2020-01-01T00:00:00Z" },
    { cancellation_reason: "Pour rire" },
  ])("%o: customers cannot write the column", async (forged) => {
    const before = await countOrders();
    const { error, status } = await placeOrder(awa.client, {
      ...createOrderPayload([{ ...product, quantity: 1 }]),
      ...forged,
    });
    expect([status, error?.code]).toEqual([403, "42501"]);
    expect(await countOrders()).toBe(before);
  });

  const line = (quantity: unknown) => () => [{ id: product.id, name: "x", price: product.price, quantity }];
  it.each([
    ["nothing", () => [], "Panier vide"],
    ["no list", () => ({}), "Panier vide"],
    ["half a piece", line(0.5), "Le contenu du panier est invalide"],
    ["no piece", line(0), "Le contenu du panier est invalide"],
    ["less than no piece", line(-3), "Le contenu du panier est invalide"],
    ["pieces in words", line("trois"), "Le contenu du panier est invalide"],
    ["lines that name nothing", () => [{ quantity: 1 }, null, 7], "Le contenu du panier est invalide"],
  ])("an order of %s", async (_what, items, message) => {
    const order = createOrderPayload([{ ...product, quantity: 1 }]);
    const { error, status } = await awa.client
      .from("orders")
      .insert({ ...order, payment_info: JSON.parse(JSON.stringify({ method: "cod", items: items() })) });
    expect([status, error?.code, error?.message]).toEqual([400, "YA005", message]);
  });

  it("a product that does not exist, and more pieces than are in stock, by name", async () => {
    const unknownIds = [
      "00000000-0000-4000-8000-000000000000",
      "marteau",
      "0000000--0000-4000-8000-000000000000",
    ];
    for (const id of unknownIds) {
      const gone = await placeOrder(awa.client, createOrderPayload([{ id, price: 1000, quantity: 1 }]));
      expect([gone.status, gone.error?.code]).toEqual([400, "YA003"]);
      expect(JSON.parse(gone.error?.details ?? "")).toEqual({ items: [{ id }] });
    }

    const short = await placeOrder(awa.client, createOrderPayload([{ ...product, quantity: 5000 }]));
    expect([short.status, short.error?.code]).toEqual([400, "YA002"]);
    expect(JSON.parse(short.error?.details ?? "")).toMatchObject({
      items: [{ id: product.id, name: expect.any(String), requested: 5000 }],
    });
  });

  it("a visitor's order, and one with a forged token", async () => {
    const before = await countOrders();
    const order = createOrderPayload([{ ...product, quantity: 1 }]);
    const visitor = await placeOrder(backend.client(), order);
    expect([visitor.status, visitor.error?.code]).toEqual([401, "42501"]);
    const { data } = await awa.client.auth.getSession();
    const [header, , signature] = (data.session?.access_token ?? "").split(".");
    const claims = Buffer.from(JSON.stringify({ sub: binta.id, role: "service_role" })).toString("base64url");
    const response = await backend.fetch("/rest/v1/orders", {
      method: "POST",
      headers: {
        apikey: backend.keys.anonKey,
        authorization: `Bearer ${header}.${claims}.${signature}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(order),
    });
    expect(response.status).toBe(401);
    expect(await countOrders()).toBe(before);
  });

  it("several orders in one request", async () => {
    const orders = [
      createOrderPayload([{ ...product, quantity: 1 }]),
      createOrderPayload([{ ...product, quantity: 1 }]),
    ];
    const { error } = await awa.client.from("orders").insert(orders);
    expect(error?.code).toBe("YA005");
  });
});

describe("ignored", () => {
  it("forged status, count, e-mail and names are replaced", async () => {
    const order = createOrderPayload([{ ...product, quantity: 2 }]);
    const { error } = await placeOrder(awa.client, {
      ...order,
      status: "completed",
      items_count: 99,
      customer_email: binta.email,
      payment_info: {
        method: "cod",
        items: [
          { id: product.id, name: "Gratuit", price: 1, quantity: 2, image: "https://evil.example/x.png" },
        ],
      },
    });
    expect(error).toBeNull();
    const { data } = await awa.client
      .from("orders")
      .select("status,items_count,customer_email,user_id,payment_info,order_items(name,unit_price,quantity)")
      .eq("id", order.id)
      .single();
    expect(data).toMatchObject({
      status: "pending",
      items_count: 2,
      customer_email: awa.email,
      user_id: awa.id,
      payment_info: { items: [{ id: product.id, price: product.price, quantity: 2 }] },
      order_items: [{ unit_price: product.price, quantity: 2 }],
    });
    expect(JSON.stringify(data)).not.toMatch(/Gratuit|evil/);
  });
});
