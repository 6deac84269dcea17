/** An order as a customer's browser sends it: the computed columns, the stored values and the errors. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import {
  type Actor,
  createAdministratorActor,
  createCustomerActor,
  getSqlState,
  runAs,
  serviceRole,
  visitor,
} from "#tests/support/actors.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { liftLimits } from "#tests/support/limits.ts";
import {
  createOrderInput,
  getStock,
  insertOrder,
  type OrderInput,
  type PricedProduct,
  SHIPPING_FEE,
} from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";

let database: TestDatabase;
let admin: Sql;
let api: Sql;
let awa: Actor;
let drill: PricedProduct;
let cement: PricedProduct;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  await liftLimits(admin, "order");
  api = database.connect("authenticator");
  awa = await createCustomerActor(admin, "awa@example.com");
});
afterAll(() => database.drop());
beforeEach(async () => {
  drill = await createProduct(admin, { price: 7500, stock: 10 });
  cement = await createProduct(admin, { price: 5000, stock: 6 });
});

const placeOrder = (order: OrderInput, actor: Actor = awa) =>
  runAs(api, actor, (tx) => insertOrder(tx, order));

function changeItems(
  order: OrderInput,
  change: { id?: string; name?: string; price?: number; quantity?: number | string },
): void {
  order.payment_info.items = order.payment_info.items.map((item) => ({ ...item, ...change }));
}

/** The code, the message and the parsed details of an order's error. */
async function getOrderError(order: OrderInput, actor: Actor = awa) {
  try {
    await placeOrder(order, actor);
  } catch (error) {
    if (error instanceof Error && "code" in error) {
      const detail = "detail" in error && typeof error.detail === "string" ? error.detail : null;
      return {
        code: error.code,
        message: error.message,
        details: detail?.startsWith("{") ? JSON.parse(detail) : null,
      };
    }
    throw error;
  }
  throw new Error("the order was accepted");
}

describe("an order", () => {
  it("is computed from the shop's products and belongs to the caller, whatever the browser sends", async () => {
    const sent = createOrderInput([
      { product: drill, quantity: 2 },
      { product: cement, quantity: 1 },
    ]);
    sent.status = "completed";
    changeItems(sent, { name: "<script>", price: 1 });
    const stored = await placeOrder(sent);
    expect(stored).toMatchObject({
      id: sent.id,
      user_id: awa.id,
      customer_email: "awa@example.com",
      status: "pending",
      items_count: 3,
      shipping_amount: SHIPPING_FEE,
      total_amount: 2 * 7500 + 5000 + SHIPPING_FEE,
      shipping_address: sent.shipping_address,
      payment_info: {
        method: "cod",
        items: [
          { id: drill.id, name: drill.name, price: 7500, quantity: 2, image: null },
          { id: cement.id, name: cement.name, price: 5000, quantity: 1, image: null },
        ],
      },
    });
    expect(stored.number).toMatch(/^ORD-\d{6}$/);
    const lines = await admin`
      select position, product_id, name, unit_price, quantity from public.order_items
      where order_id = ${sent.id} order by position`;
    expect([...lines]).toEqual([
      { position: 1, product_id: drill.id, name: drill.name, unit_price: 7500, quantity: 2 },
      { position: 2, product_id: cement.id, name: cement.name, unit_price: 5000, quantity: 1 },
    ]);
    expect([await getStock(admin, drill), await getStock(admin, cement)]).toEqual([8, 5]);
  });

  it("uses the customer's phone when the address has none", async () => {
    const order = createOrderInput([{ product: drill, quantity: 1 }]);
    order.shipping_address = { address: "Secteur 30", city: "Bobo" };
    expect((await placeOrder(order)).shipping_address).toEqual({
      address: "Secteur 30",
      city: "Bobo",
      postalCode: "",
      phone: "70 11 22 33",
    });
  });

  it("gets a unique number that cannot be predicted from the last one", async () => {
    const numbers: number[] = [];
    for (let i = 0; i < 5; i++) {
      const { number } = await placeOrder(createOrderInput([{ product: drill, quantity: 1 }]));
      numbers.push(Number(number.replace("ORD-", "")));
    }
    expect(new Set(numbers).size).toBe(5);
    const steps = numbers.slice(1).map((number, index) => number - (numbers[index] ?? 0));
    expect(new Set(steps).size).toBeGreaterThan(1);
  });

  it("keeps its lines when a product is deleted", async () => {
    const { id } = await placeOrder(createOrderInput([{ product: drill, quantity: 1 }]));
    await admin`delete from public.products where id = ${drill.id}`;
    const [line] = await admin`select product_id, name from public.order_items where order_id = ${id}`;
    expect(line).toEqual({ product_id: null, name: drill.name });
  });
});

describe("a rejected order changes nothing and returns the reason", () => {
  it("YA001 when the total differs: a forged price, or a price that changed", async () => {
    const order = createOrderInput([{ product: { ...drill, price: 1 }, quantity: 2 }]);
    expect(await getOrderError(order)).toEqual({
      code: "YA001",
      message: "Le total de votre commande a changé : il est maintenant de 17 000 XOF",
      details: {
        total: 17_000,
        subtotal: 15_000,
        shipping: SHIPPING_FEE,
        items: [{ id: drill.id, name: drill.name, price: 7500 }],
      },
    });
    expect(await getOrderError({ ...order, total_amount: null })).toMatchObject({ code: "YA001" });
    expect(await getStock(admin, drill)).toBe(10);
  });

  it("YA002 when the stock is insufficient", async () => {
    const order = createOrderInput([
      { product: drill, quantity: 11 },
      { product: cement, quantity: 6 },
    ]);
    expect(await getOrderError(order)).toEqual({
      code: "YA002",
      message: `Stock insuffisant : ${drill.name} (10 en stock)`,
      details: { items: [{ id: drill.id, name: drill.name, available: 10, requested: 11 }] },
    });
    expect([await getStock(admin, drill), await getStock(admin, cement)]).toEqual([10, 6]);
  });

  it("YA005 when a product is listed twice", async () => {
    const order = createOrderInput([
      { product: drill, quantity: 1 },
      { product: cement, quantity: 1 },
      { product: drill, quantity: 1 },
    ]);
    expect(await getOrderError(order)).toMatchObject({
      code: "YA005",
      message: "Un article figure deux fois dans le panier",
    });
    expect([await getStock(admin, drill), await getStock(admin, cement)]).toEqual([10, 6]);
  });

  it("YA003 when a product no longer exists, also for an invalid id", async () => {
    const gone: PricedProduct = { id: randomUUID(), name: "Disparu", price: 100 };
    const old = { id: "42", name: "Ancien panier", price: 100 };
    const order = createOrderInput([drill, gone, old].map((product) => ({ product, quantity: 1 })));
    const orderError = await getOrderError(order);
    expect(orderError).toMatchObject({
      code: "YA003",
      message: "Un article de votre panier n'est plus en vente",
    });
    expect(orderError.details.items).toEqual([{ id: gone.id }, { id: "42" }]);
    expect(await getStock(admin, drill)).toBe(10);
  });

  it.each<[string, (order: OrderInput) => void, string]>([
    ["no items", (order) => (order.payment_info.items = []), "Panier vide"],
    [
      "a quantity of zero",
      (order) => changeItems(order, { quantity: 0 }),
      "Le contenu du panier est invalide",
    ],
    [
      "a negative quantity",
      (order) => changeItems(order, { quantity: -1 }),
      "Le contenu du panier est invalide",
    ],
    ["half a piece", (order) => changeItems(order, { quantity: 1.5 }), "Le contenu du panier est invalide"],
    [
      "a quantity in words",
      (order) => changeItems(order, { quantity: "deux" }),
      "Le contenu du panier est invalide",
    ],
    [
      "a quantity above any stock",
      (order) => changeItems(order, { quantity: 1e9 }),
      "Le contenu du panier est invalide",
    ],
    [
      "an unknown payment method",
      (order) => (order.payment_info.method = "card"),
      "Mode de paiement inconnu",
    ],
    ["no name", (order) => (order.customer_name = "  "), "Le nom est requis"],
    ["a short phone", (order) => (order.customer_phone = "7011"), "Numéro de téléphone invalide"],
    ["two phones", (order) => (order.customer_phone = "70112233 / 76543210"), "Numéro de téléphone invalide"],
    [
      "a phone with a parameter",
      (order) => (order.customer_phone = "+22670112233;ext=1"),
      "Numéro de téléphone invalide",
    ],
    [
      "an address with such a phone",
      (order) => (order.shipping_address.phone = "70112233?text=Bonjour"),
      "Numéro de téléphone invalide",
    ],
    ["a short address", (order) => (order.shipping_address.address = "ici"), "Adresse requise"],
    ["no address", (order) => (order.shipping_address = {}), "Adresse requise"],
    [
      "a phone with many spaces",
      (order) => (order.customer_phone = `7${" ".repeat(33)}0112233`),
      "Numéro de téléphone invalide",
    ],
    [
      "an address with such a phone, too",
      (order) => (order.shipping_address.phone = `7${" ".repeat(33)}0112233`),
      "Numéro de téléphone invalide",
    ],
    [
      "a link as a name",
      (order) => (order.customer_name = "exemple.com"),
      "Un nom ne contient ni adresse ni lien",
    ],
    ["a name of one letter", (order) => (order.customer_name = "A"), "Le nom est requis"],
    [
      "a name that is too long",
      (order) => (order.customer_name = "a".repeat(201)),
      "Le nom compte au plus 200 caractères",
    ],
    [
      "an address that is too long",
      (order) => (order.shipping_address.address = "a".repeat(501)),
      "L'adresse compte au plus 500 caractères",
    ],
    [
      "a city that is too long",
      (order) => (order.shipping_address.city = "a".repeat(121)),
      "La ville compte au plus 120 caractères",
    ],
    [
      "a postal code that is too long",
      (order) => (order.shipping_address.postalCode = "1".repeat(21)),
      "Code postal invalide",
    ],
    [
      "too many lines",
      (order) => (order.payment_info.items = Array(101).fill(order.payment_info.items[0])),
      "Une commande compte au plus 100 articles",
    ],
    // One fewer is refused for what the lines are.
    [
      "many lines of one product",
      (order) => (order.payment_info.items = Array(100).fill(order.payment_info.items[0])),
      "Un article figure deux fois dans le panier",
    ],
    ["no city", (order) => (order.shipping_address.city = ""), "Ville requise"],
    ["notes that are too long", (order) => (order.notes = "a".repeat(2001)), "Les notes sont trop longues"],
  ])("YA005 for %s", async (_what, spoil, message) => {
    const order = createOrderInput([{ product: drill, quantity: 1 }]);
    spoil(order);
    expect(await getOrderError(order)).toEqual({ code: "YA005", message, details: null });
    expect(await getStock(admin, drill)).toBe(10);
  });

  it.each([
    "null",
    '"text"',
    "[]",
    "{}",
    '{"method": "cod", "items": {"id": 1}}',
    '{"method": "cod", "items": [1, null, "a"]}',
  ])("YA005 for the payment %s", async (payment) => {
    const order = createOrderInput([{ product: drill, quantity: 1 }]);
    const statement = runAs(
      api,
      awa,
      (tx) => tx`
          insert into public.orders (id, customer_name, customer_phone, total_amount, items_count, shipping_address,
            payment_info)
          values (${order.id}, ${order.customer_name}, ${order.customer_phone}, 1, 1,
            ${tx.json(order.shipping_address)}, ${payment}::text::jsonb)`,
    );
    expect(await getSqlState(statement)).toBe("YA005");
  });

  it("YA005 for an amount that exceeds an integer", async () => {
    const crane = await createProduct(admin, { price: 100_000_000, stock: 1000 });
    const order = { ...createOrderInput([{ product: crane, quantity: 22 }]), total_amount: 1 };
    expect(await getOrderError(order)).toMatchObject({ code: "YA005" });
    expect(await getStock(admin, crane)).toBe(1000);
  });

  it("YA005 for two orders in one request, which could lock each other's products", async () => {
    const both = runAs(api, awa, async (tx) => {
      await insertOrder(tx, createOrderInput([{ product: drill, quantity: 1 }]));
      await insertOrder(tx, createOrderInput([{ product: drill, quantity: 1 }]));
    });
    expect(await getSqlState(both)).toBe("YA005");
    expect(await getStock(admin, drill)).toBe(10);
  });
});

it.each<[string, (order: OrderInput) => void]>([
  [
    "the longest texts",
    (order) => {
      order.customer_name = "a".repeat(200);
      order.shipping_address = {
        address: "a".repeat(500),
        city: "a".repeat(120),
        postalCode: "1".repeat(20),
        phone: "70112233",
      };
      order.notes = "a".repeat(2000);
    },
  ],
  [
    "the shortest texts",
    (order) => {
      order.customer_name = "Li";
      order.shipping_address = { address: "Lot 4", city: "Pô", postalCode: "", phone: "70112233" };
    },
  ],
])("an order with %s is accepted", async (_what, change) => {
  const order = createOrderInput([{ product: drill, quantity: 1 }]);
  change(order);
  expect(await placeOrder(order)).toMatchObject({ customer_name: order.customer_name, notes: order.notes });
});

describe("who may order", () => {
  it("not a visitor", async () => {
    expect(await getOrderError(createOrderInput([{ product: drill, quantity: 1 }]), visitor)).toMatchObject({
      code: "42501",
    });
  });

  it("an administrator, as any customer", async () => {
    const administrator = await createAdministratorActor(admin, "admin@example.com");
    const stored = await placeOrder(createOrderInput([{ product: drill, quantity: 1 }]), administrator);
    expect(stored).toMatchObject({ user_id: administrator.id, status: "pending" });
  });

  it("not a deleted account whose token is still valid", async () => {
    const gone: Actor = { role: "authenticated", id: randomUUID() };
    expect(await getOrderError(createOrderInput([{ product: drill, quantity: 1 }]), gone)).toMatchObject({
      code: "42501",
    });
  });

  it.each(["user_id", "number", "created_at", "shipping_amount", "cancellation_reason"])(
    "callers cannot set %s",
    async (column) => {
      const statement = runAs(
        api,
        awa,
        (tx) => tx`insert into public.orders ${tx({ id: randomUUID(), [column]: null })}`,
      );
      expect(await getSqlState(statement)).toBe("42501");
    },
  );

  it("the service role, for a customer, with its own number, date and status", async () => {
    const order = createOrderInput([{ product: drill, quantity: 4 }]);
    const [stored] = await runAs(
      api,
      serviceRole,
      (tx) => tx`
        insert into public.orders (id, number, user_id, customer_name, customer_phone, status, created_at,
          cancellation_reason, shipping_address, payment_info)
        values (${order.id}, 'ORD-000042', ${awa.id}, ${order.customer_name}, ${order.customer_phone}, 'cancelled',
          '2025-03-01T10:00:00Z', 'Annulée par téléphone', ${tx.json(order.shipping_address)},
          ${tx.json(order.payment_info)})
        returning number, user_id, status, created_at, total_amount`,
    );
    expect(stored).toEqual({
      number: "ORD-000042",
      user_id: awa.id,
      status: "cancelled",
      created_at: new Date("2025-03-01T10:00:00Z"),
      total_amount: 4 * 7500 + SHIPPING_FEE,
    });
    expect(await getStock(admin, drill)).toBe(10);
  });
});

describe("an order of the service role", () => {
  const insert = (values: Record<string, string>, quantity = 1) => {
    const order = createOrderInput([{ product: drill, quantity }]);
    return runAs(
      api,
      serviceRole,
      (tx) => tx`
        insert into public.orders ${tx({
          id: order.id,
          user_id: awa.id ?? null,
          customer_name: order.customer_name,
          customer_phone: order.customer_phone,
          ...values,
          shipping_address: tx.json(order.shipping_address),
          payment_info: tx.json(order.payment_info),
        })} returning id`,
    );
  };

  it("has no discount beyond its goods, which would pay for the delivery", async () => {
    const discount = { discount_amount: "7500", discount_reason: "Geste" };
    expect(await insert(discount)).toHaveLength(1);
    for (const discount_amount of ["7501", "-1"])
      expect(await getSqlState(insert({ ...discount, discount_amount }))).toBe("YA005");
  });

  it("is not held to what protects the shop from customers: names, telephones, smallest quantities", async () => {
    await admin`update public.products set minimum_quantity = 3 where id = ${drill.id}`;
    const typed = { customer_name: "exemple.com", customer_phone: "70112233 / 76543210" };
    expect(await insert(typed)).toHaveLength(1);
    expect(await getOrderError(createOrderInput([{ product: drill, quantity: 2 }]))).toMatchObject({
      code: "YA005",
    });
  });

  it.each([
    ["cancelled without a reason", { status: "cancelled" }],
    ["pending with one", { status: "pending", cancellation_reason: "Annulée par téléphone" }],
  ])("is not %s", async (_what, values) => {
    expect(await getSqlState(insert(values))).toBe("YA006");
    expect(await getStock(admin, drill)).toBe(10);
  });
});

describe("a repeated order", () => {
  it("is rejected with 23505 and takes no more stock, even when the price has changed since", async () => {
    const order = createOrderInput([{ product: drill, quantity: 3 }]);
    await placeOrder(order);
    await admin`update public.products set price = 9000 where id = ${drill.id}`;
    expect(await getOrderError(order)).toMatchObject({ code: "23505" });
    expect(await getStock(admin, drill)).toBe(7);
  });

  it("is skipped by ON CONFLICT DO NOTHING without taking stock", async () => {
    const order = createOrderInput([{ product: drill, quantity: 3 }]);
    await placeOrder(order);
    const again = await runAs(
      api,
      awa,
      (tx) => tx`
        insert into public.orders (id, customer_name, customer_phone, total_amount, items_count, shipping_address,
          payment_info)
        values (${order.id}, ${order.customer_name}, ${order.customer_phone}, ${order.total_amount}, 3,
          ${tx.json(order.shipping_address)}, ${tx.json(order.payment_info)})
        on conflict do nothing returning id`,
    );
    expect(again).toHaveLength(0);
    expect(await getStock(admin, drill)).toBe(7);
  });

  it.each<[string, (order: OrderInput) => void]>([
    ["another quantity", (order) => changeItems(order, { quantity: 2 })],
    ["another product", (order) => changeItems(order, { id: cement.id })],
    ["an invalid product", (order) => changeItems(order, { id: "42" })],
    ["another total", (order) => (order.total_amount = 1)],
    ["another address", (order) => (order.shipping_address.city = "Bobo-Dioulasso")],
    ["another phone", (order) => (order.customer_phone = "76 00 00 00")],
    ["another payment", (order) => (order.payment_info.method = "mobile_money")],
    ["other notes", (order) => (order.notes = "Appeler avant")],
  ])("YA004 with %s", async (_what, change) => {
    const order = createOrderInput([{ product: drill, quantity: 1 }]);
    await placeOrder(order);
    change(order);
    expect(await getOrderError(order)).toEqual({
      code: "YA004",
      message: "Cette commande a déjà été envoyée avec un autre contenu",
      details: null,
    });
    expect(await getStock(admin, drill)).toBe(9);
  });

  it("YA004 from another customer, with the same message", async () => {
    const order = createOrderInput([{ product: drill, quantity: 1 }]);
    await placeOrder(order);
    const other = await createCustomerActor(admin, `${randomUUID()}@example.com`);
    expect(await getOrderError(order, other)).toEqual({
      code: "YA004",
      message: "Cette commande a déjà été envoyée avec un autre contenu",
      details: null,
    });
  });
});
