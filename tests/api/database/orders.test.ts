/** An order as a customer's browser sends it: what the database computes, keeps and refuses. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Sql } from "../../../backend/core/database.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import {
  type Actor,
  as,
  createAdministrator,
  createCustomer,
  failureOf,
  service,
  visitor,
} from "./actors.ts";
import { createGoods, type Goods, insertOrder, orderOf, type SentOrder, SHIPPING, stockOf } from "./goods.ts";

let database: TestDatabase;
let admin: Sql;
let api: Sql;
let awa: Actor;
let drill: Goods;
let cement: Goods;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  api = database.connect("authenticator");
  awa = await createCustomer(admin, "awa@example.com");
});
afterAll(() => database.drop());
beforeEach(async () => {
  drill = await createGoods(admin, 7500, 10);
  cement = await createGoods(admin, 5000, 6);
});

const place = (order: SentOrder, actor: Actor = awa) => as(api, actor, (tx) => insertOrder(tx, order));

function changeItems(
  order: SentOrder,
  change: { id?: string; name?: string; price?: number; quantity?: number | string },
): void {
  order.payment_info.items = order.payment_info.items.map((item) => ({ ...item, ...change }));
}

/** The code, the message and the parsed details that an order is refused with. */
async function refusalOf(order: SentOrder, actor: Actor = awa) {
  try {
    await place(order, actor);
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
  it("is computed from the shop's products, whoever the browser says it is for", async () => {
    const sent = orderOf([
      { goods: drill, quantity: 2 },
      { goods: cement, quantity: 1 },
    ]);
    sent.status = "completed";
    changeItems(sent, { name: "<script>", price: 1 });
    const stored = await place(sent);
    expect(stored).toMatchObject({
      id: sent.id,
      user_id: awa.id,
      customer_email: "awa@example.com",
      status: "pending",
      items_count: 3,
      shipping_amount: SHIPPING,
      total_amount: 2 * 7500 + 5000 + SHIPPING,
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
    expect([await stockOf(admin, drill), await stockOf(admin, cement)]).toEqual([8, 5]);
  });

  it("takes the phone of the customer when the address has none", async () => {
    const order = orderOf([{ goods: drill, quantity: 1 }]);
    order.shipping_address = { address: "Secteur 30", city: "Bobo" };
    expect((await place(order)).shipping_address).toEqual({
      address: "Secteur 30",
      city: "Bobo",
      postalCode: "",
      phone: "70 11 22 33",
    });
  });

  it("draws numbers that differ, and by no rule that the last one would tell", async () => {
    const numbers: number[] = [];
    for (let i = 0; i < 5; i++) {
      const { number } = await place(orderOf([{ goods: drill, quantity: 1 }]));
      numbers.push(Number(number.replace("ORD-", "")));
    }
    expect(new Set(numbers).size).toBe(5);
    const steps = numbers.slice(1).map((number, index) => number - (numbers[index] ?? 0));
    expect(new Set(steps).size).toBeGreaterThan(1);
  });

  it("keeps its lines when a product is deleted", async () => {
    const { id } = await place(orderOf([{ goods: drill, quantity: 1 }]));
    await admin`delete from public.products where id = ${drill.id}`;
    const [line] = await admin`select product_id, name from public.order_items where order_id = ${id}`;
    expect(line).toEqual({ product_id: null, name: drill.name });
  });
});

describe("a refused order changes nothing and says why", () => {
  it("YA001 when the total differs: a forged price, or a price that changed", async () => {
    const order = orderOf([{ goods: { ...drill, price: 1 }, quantity: 2 }]);
    expect(await refusalOf(order)).toEqual({
      code: "YA001",
      message: "Le total de votre commande a changé : il est maintenant de 17 000 XOF",
      details: {
        total: 17_000,
        subtotal: 15_000,
        shipping: SHIPPING,
        items: [{ id: drill.id, name: drill.name, price: 7500 }],
      },
    });
    expect(await refusalOf({ ...order, total_amount: null })).toMatchObject({ code: "YA001" });
    expect(await stockOf(admin, drill)).toBe(10);
  });

  it("YA002 when the stock does not reach", async () => {
    const order = orderOf([
      { goods: drill, quantity: 11 },
      { goods: cement, quantity: 6 },
    ]);
    expect(await refusalOf(order)).toEqual({
      code: "YA002",
      message: `Stock insuffisant : ${drill.name} (10 en stock)`,
      details: { items: [{ id: drill.id, name: drill.name, available: 10, requested: 11 }] },
    });
    expect([await stockOf(admin, drill), await stockOf(admin, cement)]).toEqual([10, 6]);
  });

  it("YA005 when a product comes twice", async () => {
    const order = orderOf([
      { goods: drill, quantity: 1 },
      { goods: cement, quantity: 1 },
      { goods: drill, quantity: 1 },
    ]);
    expect(await refusalOf(order)).toMatchObject({
      code: "YA005",
      message: "Un article figure deux fois dans le panier",
    });
    expect([await stockOf(admin, drill), await stockOf(admin, cement)]).toEqual([10, 6]);
  });

  it("YA003 when a product is gone, whatever its id looks like", async () => {
    const gone: Goods = { id: randomUUID(), name: "Disparu", price: 100 };
    const old = { id: "42", name: "Ancien panier", price: 100 };
    const order = orderOf([drill, gone, old].map((goods) => ({ goods, quantity: 1 })));
    const refusal = await refusalOf(order);
    expect(refusal).toMatchObject({
      code: "YA003",
      message: "Un article de votre panier n'est plus en vente",
    });
    expect(refusal.details.items).toEqual([{ id: gone.id }, { id: "42" }]);
    expect(await stockOf(admin, drill)).toBe(10);
  });

  it.each<[string, (order: SentOrder) => void, string]>([
    ["no items", (order) => (order.payment_info.items = []), "Panier vide"],
    [
      "a quantity of nothing",
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
      "a quantity beyond all stocks",
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
    ["a short address", (order) => (order.shipping_address.address = "ici"), "Adresse requise"],
    ["no address", (order) => (order.shipping_address = {}), "Adresse requise"],
    ["no city", (order) => (order.shipping_address.city = ""), "Ville requise"],
    ["endless notes", (order) => (order.notes = "a".repeat(2001)), "Les notes sont trop longues"],
  ])("YA005 for %s", async (_what, spoil, message) => {
    const order = orderOf([{ goods: drill, quantity: 1 }]);
    spoil(order);
    expect(await refusalOf(order)).toEqual({ code: "YA005", message, details: null });
    expect(await stockOf(admin, drill)).toBe(10);
  });

  it.each([
    "null",
    '"text"',
    "[]",
    "{}",
    '{"method": "cod", "items": {"id": 1}}',
    '{"method": "cod", "items": [1, null, "a"]}',
  ])("YA005 for the payment %s", async (payment) => {
    const order = orderOf([{ goods: drill, quantity: 1 }]);
    const statement = as(
      api,
      awa,
      (tx) => tx`
          insert into public.orders (id, customer_name, customer_phone, total_amount, items_count, shipping_address,
            payment_info)
          values (${order.id}, ${order.customer_name}, ${order.customer_phone}, 1, 1,
            ${tx.json(order.shipping_address)}, ${payment}::text::jsonb)`,
    );
    expect(await failureOf(statement)).toBe("YA005");
  });

  it("YA005 for an amount that no integer holds", async () => {
    const crane = await createGoods(admin, 100_000_000, 1000);
    const order = { ...orderOf([{ goods: crane, quantity: 22 }]), total_amount: 1 };
    expect(await refusalOf(order)).toMatchObject({ code: "YA005" });
    expect(await stockOf(admin, crane)).toBe(1000);
  });

  it("YA005 for two orders in one request, which could hold each other's products", async () => {
    const both = as(api, awa, async (tx) => {
      await insertOrder(tx, orderOf([{ goods: drill, quantity: 1 }]));
      await insertOrder(tx, orderOf([{ goods: drill, quantity: 1 }]));
    });
    expect(await failureOf(both)).toBe("YA005");
    expect(await stockOf(admin, drill)).toBe(10);
  });
});

describe("who may order", () => {
  it("a visitor may not", async () => {
    expect(await refusalOf(orderOf([{ goods: drill, quantity: 1 }]), visitor)).toMatchObject({
      code: "42501",
    });
  });

  it("an administrator may, as any customer", async () => {
    const administrator = await createAdministrator(admin, "admin@example.com");
    const stored = await place(orderOf([{ goods: drill, quantity: 1 }]), administrator);
    expect(stored).toMatchObject({ user_id: administrator.id, status: "pending" });
  });

  it("an account that was deleted while its token lives may not", async () => {
    const gone: Actor = { role: "authenticated", id: randomUUID() };
    expect(await refusalOf(orderOf([{ goods: drill, quantity: 1 }]), gone)).toMatchObject({ code: "42501" });
  });

  it.each(["user_id", "number", "created_at", "shipping_amount", "cancellation_reason"])(
    "nobody names %s",
    async (column) => {
      const statement = as(
        api,
        awa,
        (tx) => tx`insert into public.orders ${tx({ id: randomUUID(), [column]: null })}`,
      );
      expect(await failureOf(statement)).toBe("42501");
    },
  );

  it("the service may, for a customer, with a number, a date and a status of its own", async () => {
    const order = orderOf([{ goods: drill, quantity: 4 }]);
    const [stored] = await as(
      api,
      service,
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
      total_amount: 4 * 7500 + SHIPPING,
    });
    expect(await stockOf(admin, drill)).toBe(10);
  });
});

describe("the same order again", () => {
  it("is refused with 23505 and takes nothing more, even when the price has changed since", async () => {
    const order = orderOf([{ goods: drill, quantity: 3 }]);
    await place(order);
    await admin`update public.products set price = 9000 where id = ${drill.id}`;
    expect(await refusalOf(order)).toMatchObject({ code: "23505" });
    expect(await stockOf(admin, drill)).toBe(7);
  });

  it("is skipped by ON CONFLICT DO NOTHING without taking stock", async () => {
    const order = orderOf([{ goods: drill, quantity: 3 }]);
    await place(order);
    const again = await as(
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
    expect(await stockOf(admin, drill)).toBe(7);
  });

  it.each<[string, (order: SentOrder) => void]>([
    ["another quantity", (order) => changeItems(order, { quantity: 2 })],
    ["another product", (order) => changeItems(order, { id: cement.id })],
    ["a product that is none", (order) => changeItems(order, { id: "42" })],
    ["another total", (order) => (order.total_amount = 1)],
    ["another address", (order) => (order.shipping_address.city = "Bobo-Dioulasso")],
    ["another phone", (order) => (order.customer_phone = "76 00 00 00")],
    ["another payment", (order) => (order.payment_info.method = "mobile_money")],
    ["other notes", (order) => (order.notes = "Appeler avant")],
  ])("YA004 with %s", async (_what, change) => {
    const order = orderOf([{ goods: drill, quantity: 1 }]);
    await place(order);
    change(order);
    expect(await refusalOf(order)).toEqual({
      code: "YA004",
      message: "Cette commande a déjà été envoyée avec un autre contenu",
      details: null,
    });
    expect(await stockOf(admin, drill)).toBe(9);
  });

  it("YA004 from another customer, in the same words", async () => {
    const order = orderOf([{ goods: drill, quantity: 1 }]);
    await place(order);
    const other = await createCustomer(admin, `${randomUUID()}@example.com`);
    expect(await refusalOf(order, other)).toEqual({
      code: "YA004",
      message: "Cette commande a déjà été envoyée avec un autre contenu",
      details: null,
    });
  });
});
