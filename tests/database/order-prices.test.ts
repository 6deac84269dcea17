/** What orders cost with breaks, lists and promo codes, and what staff change in them. */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import {
  type Actor,
  createAdministratorActor,
  createCustomerActor,
  createStaffActor,
  getSqlState,
  runAs,
} from "#tests/support/actors.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { liftLimits } from "#tests/support/limits.ts";
import { createOrderInput, getStock, insertOrder, SHIPPING_FEE } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";
import { shortOrLong } from "#tests/support/short-or-long.ts";

let database: TestDatabase;
let admin: Sql;
let api: Sql;
let administrator: Actor;
let customer: Actor;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  await liftLimits(admin, "order");
  await admin`update public.limits set maximum = null where name = 'promo_codes'`;
  api = database.connect("authenticator", 20);
  administrator = await createAdministratorActor(admin, "admin@example.com");
  customer = await createCustomerActor(admin, "client@example.com");
});
afterAll(() => database.drop());

interface Line {
  product: { id: string; name: string; price: number };
  quantity: number;
}

/** Sends the order with this total, and a code or none. */
function place(actor: Actor, lines: Line[], total: number, code: string | null = null) {
  const order = { ...createOrderInput(lines), total_amount: total, ...(code && { promo_code: code }) };
  return runAs(api, actor, (tx) => insertOrder(tx, order));
}

async function readOrder(id: string) {
  const [order] = await admin`
    select total_amount, discount_amount, discount_reason, shipping_amount, promo_code from public.orders where id = ${id}`;
  const lines = await admin<{ unit_price: number; quantity: number; discount_amount: number }[]>`
    select unit_price, quantity, discount_amount from public.order_items where order_id = ${id} order by position`;
  return { ...order, lines: [...lines] };
}

const addBreak = (
  product: { id: string },
  quantity: number,
  price: number,
  list: string | null = null,
) => admin`
  insert into public.price_breaks (product_id, minimum_quantity, price, list_id)
  values (${product.id}, ${quantity}, ${price}, ${list})`;

interface CodeValues {
  kind: string;
  amount: number | null;
  percent: number;
  minimum_amount: number;
  max_uses: number;
  max_uses_per_customer: number;
  starts_at: string;
  ends_at: string;
  category_ids: string[];
  is_active: boolean;
}

async function createCode(values: Partial<CodeValues>): Promise<string> {
  const code = `C${randomUUID().slice(0, 8).toUpperCase()}`;
  await admin`insert into public.promo_codes ${admin({ code, kind: "amount", amount: 1000, ...values })}`;
  return code;
}

const enter = (code: string, lines: Line[], actor = customer) =>
  runAs(api, actor, async (tx) => {
    const items = lines.map(({ product, quantity }) => ({ id: product.id, quantity }));
    await tx`select public.enter_promo_code(${code})`;
    const [row] = await tx`select * from public.check_promo_code(${code}, ${tx.json(items)})`;
    return row;
  });

const countUses = async (code: string) => {
  const [row] = await admin<{ used_count: number }[]>`
    select used_count from public.promo_codes where code = ${code}`;
  return row?.used_count;
};

describe("an order", () => {
  it("costs what the break of its quantity says, and no other total is accepted", async () => {
    const cement = await createProduct(admin, { price: 5000, stock: 1000 });
    await addBreak(cement, 10, 4800);
    const lines = [{ product: cement, quantity: 10 }];
    expect(await getSqlState(place(customer, lines, 50_000 + SHIPPING_FEE))).toBe("YA001");
    const { id } = await place(customer, lines, 48_000 + SHIPPING_FEE);
    expect(await readOrder(id)).toMatchObject({
      total_amount: 50_000,
      lines: [{ unit_price: 4800, quantity: 10 }],
    });
    await place(customer, [{ product: cement, quantity: 9 }], 45_000 + SHIPPING_FEE);
  });

  it("of a variant costs what its own break says", async () => {
    const pipe = await createProduct(admin, { price: 1000, stock: 0 });
    const [variant] = await admin<{ id: string }[]>`
      insert into public.product_variants (product_id, position, choices, price, stock)
      values (${pipe.id}, 1, '{Ø 32}', 1200, 100) returning id`;
    const id = variant?.id ?? "";
    await admin`
      insert into public.price_breaks (product_id, variant_id, minimum_quantity, price) values (${pipe.id}, ${id}, 5, 1100)`;
    const lines = [{ product: { id, name: "Tube", price: 1200 }, quantity: 6 }];
    const order = await place(customer, lines, 6600 + SHIPPING_FEE);
    expect(await readOrder(order.id)).toMatchObject({ lines: [{ unit_price: 1100 }] });
  });

  it("of a professional costs the price of their list, and of others the ordinary one", async () => {
    const mason = await createCustomerActor(admin, "macon@example.com");
    const [list] = await admin<{ id: string }[]>`
      insert into public.price_lists (name, percent) values ('Professionnels', 10) returning id`;
    await admin`
      insert into public.price_list_members (user_id, state, list_id, trade, decided_at)
      values (${mason.id}, 'granted', ${list?.id ?? ""}, 'Maçon', now())`;
    const tile = await createProduct(admin, { price: 10_000, stock: 100 });
    const lines = [{ product: tile, quantity: 2 }];
    await place(mason, lines, 18_000 + SHIPPING_FEE);
    await place(customer, lines, 20_000 + SHIPPING_FEE);
  });
});

describe("a promo code", () => {
  it("takes its amount off the lines, and a cancelled order gives its use back", async () => {
    const drill = await createProduct(admin, { price: 7000, stock: 10 });
    const screw = await createProduct(admin, { price: 333, stock: 100 });
    const lines = [
      { product: drill, quantity: 1 },
      { product: screw, quantity: 1 },
    ];
    const code = await createCode({ amount: 1000, max_uses: 1 });
    expect(await enter(code, lines)).toMatchObject({ discount: 1000 });
    const { id } = await place(customer, lines, 6333 + SHIPPING_FEE, code.toLowerCase());
    const order = await readOrder(id);
    expect(order).toMatchObject({
      total_amount: 6333 + SHIPPING_FEE,
      discount_amount: 1000,
      discount_reason: `Code ${code}`,
      promo_code: code,
    });
    expect(order.lines.reduce((sum, line) => sum + line.discount_amount, 0)).toBe(1000);
    expect(await countUses(code)).toBe(1);
    expect(await getSqlState(place(customer, lines, 6333 + SHIPPING_FEE, code))).toBe("YA011");
    await admin`update public.orders set status = 'cancelled', cancellation_reason = 'Essai' where id = ${id}`;
    expect(await countUses(code)).toBe(0);
    await place(customer, lines, 6333 + SHIPPING_FEE, code);
  });

  it("of an order that is delivered twice is used until both parts are cancelled", async () => {
    const drill = await createProduct(admin, { price: 7000, stock: 10 });
    const lines = [{ product: drill, quantity: 2 }];
    const code = await createCode({ amount: 1000, max_uses: 1 });
    await enter(code, lines);
    const first = await place(customer, lines, 13_000 + SHIPPING_FEE, code);
    const second = randomUUID();
    const split = { id: second, lines: [{ position: 1, quantity: 1 }] };
    await runAs(
      api,
      administrator,
      (tx) => tx`
        select public.split_order(o.id, o.updated_at, ${tx.json(split)}) from public.orders o where o.id = ${first.id}`,
    );
    const cancel = (id: string) =>
      admin`update public.orders set status = 'cancelled', cancellation_reason = 'Essai' where id = ${id}`;
    await cancel(first.id);
    expect(await countUses(code)).toBe(1);
    expect(await readOrder(second)).toMatchObject({ promo_code: code, discount_amount: 500 });
    expect(await getSqlState(place(customer, lines, 13_000 + SHIPPING_FEE, code))).toBe("YA011");
    await cancel(second);
    expect(await countUses(code)).toBe(0);
  });

  it("that took nothing off what is delivered later is given back with the first part", async () => {
    const [category] = await admin<{ id: string }[]>`
      insert into public.categories (name, slug) values ('Vis', 'vis-code') returning id`;
    const screw = await createProduct(admin, { price: 3000, stock: 10 });
    const drill = await createProduct(admin, { price: 7000, stock: 10 });
    await admin`update public.products set category_id = ${category?.id ?? ""} where id = ${screw.id}`;
    const lines = [
      { product: screw, quantity: 1 },
      { product: drill, quantity: 1 },
    ];
    const code = await createCode({ amount: 1000, category_ids: [category?.id ?? ""] });
    await enter(code, lines);
    const first = await place(customer, lines, 9000 + SHIPPING_FEE, code);
    const split = { id: randomUUID(), lines: [{ position: 2, quantity: 1 }] };
    await runAs(
      api,
      administrator,
      (tx) => tx`
        select public.split_order(o.id, o.updated_at, ${tx.json(split)}) from public.orders o where o.id = ${first.id}`,
    );
    await admin`update public.orders set status = 'cancelled', cancellation_reason = 'Essai' where id = ${first.id}`;
    expect(await countUses(code)).toBe(0);
  });

  it("stays on what is left of a changed order, and is given back when nothing of it is", async () => {
    const [category] = await admin<{ id: string }[]>`
      insert into public.categories (name, slug) values ('Clous', 'clous-code') returning id`;
    const nail = await createProduct(admin, { price: 1000, stock: 50 });
    const drill = await createProduct(admin, { price: 7000, stock: 10 });
    await admin`update public.products set category_id = ${category?.id ?? ""} where id = ${nail.id}`;
    const seller = await createStaffActor(admin, "vente-codes@example.com", "sales");
    const code = await createCode({
      kind: "percent",
      amount: null,
      percent: 50,
      category_ids: [category?.id ?? ""],
    });
    const lines = [
      { product: nail, quantity: 5 },
      { product: drill, quantity: 1 },
    ];
    await enter(code, lines);
    const { id } = await place(customer, lines, 9500 + SHIPPING_FEE, code);
    const change = (items: object[]) =>
      runAs(
        api,
        seller,
        (tx) => tx`
          select public.change_order(o.id, o.updated_at, ${tx.json({ id: randomUUID(), items } as never)})
          from public.orders o where o.id = ${id}`,
      );
    // The seller may take off a tenth.
    await change([{ position: 1, quantity: 3 }]);
    expect(await readOrder(id)).toMatchObject({
      discount_amount: 1500,
      total_amount: 1500 + SHIPPING_FEE,
      promo_code: code,
    });
    await change([{ position: 1, quantity: 9 }]);
    expect(await readOrder(id)).toMatchObject({ discount_amount: 1500, total_amount: 7500 + SHIPPING_FEE });
    expect(await getSqlState(change([{ position: 1, quantity: 9, discount: 3000 }]))).toBe("YA007");
    expect(await countUses(code)).toBe(1);
    await change([{ position: 1, quantity: 9, discount: 0 }]);
    expect(await readOrder(id)).toMatchObject({
      discount_amount: 0,
      discount_reason: null,
      promo_code: null,
    });
    expect(await countUses(code)).toBe(0);
  });

  it("of a free delivery takes the fee off", async () => {
    const drill = await createProduct(admin, { price: 7000, stock: 10 });
    const code = await createCode({ kind: "free_delivery", amount: null });
    const lines = [{ product: drill, quantity: 1 }];
    expect(await enter(code, lines)).toMatchObject({ discount: 0, is_free_delivery: true });
    const { id } = await place(customer, lines, 7000, code);
    expect(await readOrder(id)).toMatchObject({ shipping_amount: 0, discount_amount: 0 });
    const [stored] = await admin`select discount_reason from public.orders where id = ${id}`;
    expect(stored?.discount_reason).toBeNull();
    const change = (values: object) =>
      runAs(api, administrator, async (tx) => {
        await tx`
          select public.change_order(o.id, o.updated_at, ${tx.json({ id: randomUUID(), ...values })})
          from public.orders o where o.id = ${id}`;
      });
    // The form sends no fee where the computed one was 0 anyway.
    await change({ items: [{ position: 1, quantity: 2 }], fee: null });
    expect(await readOrder(id)).toMatchObject({ total_amount: 14_000, shipping_amount: 0 });
    for (const discount of [500, 0])
      await change({ items: [{ position: 1, quantity: 2, discount }], discount_reason: "Fidélité" });
    expect(await readOrder(id)).toMatchObject({ total_amount: 14_000, promo_code: code });
    expect(await countUses(code)).toBe(1);
  });

  it.each([
    [71_250, 3565],
    [100_000, 5000],
    [3, 3],
  ])("of 5 % of %i francs takes off %i, which can be paid in coins", async (price, discount) => {
    const bar = await createProduct(admin, { price, stock: 10 });
    const code = await createCode({ kind: "percent", amount: null, percent: 5 });
    expect(await enter(code, [{ product: bar, quantity: 1 }])).toMatchObject({ discount });
  });

  it("counts for the products of its categories only", async () => {
    const [category] = await admin<{ id: string }[]>`
      insert into public.categories (name, slug) values ('Peinture', 'peinture-code') returning id`;
    const paint = await createProduct(admin, { price: 10_000, stock: 10 });
    const drill = await createProduct(admin, { price: 7000, stock: 10 });
    await admin`update public.products set category_id = ${category?.id ?? ""} where id = ${paint.id}`;
    const code = await createCode({
      kind: "percent",
      amount: null,
      percent: 20,
      category_ids: [category?.id ?? ""],
    });
    const lines = [
      { product: drill, quantity: 1 },
      { product: paint, quantity: 1 },
    ];
    expect(await enter(code, lines)).toMatchObject({ discount: 2000 });
    const { id } = await place(customer, lines, 15_000 + SHIPPING_FEE, code);
    expect(await readOrder(id)).toMatchObject({ lines: [{ discount_amount: 0 }, { discount_amount: 2000 }] });
    expect(await enter(code, [{ product: drill, quantity: 1 }])).toMatchObject({ accepted_code: null });
  });

  it.each([
    ["that nobody entered", {}, false],
    ["that is over", { ends_at: new Date(Date.now() - 1000).toISOString() }, true],
    ["that has not begun", { starts_at: new Date(Date.now() + 86_400_000).toISOString() }, true],
    ["that is switched off", { is_active: false }, true],
    ["whose minimum is not reached", { minimum_amount: 8000 }, true],
  ])("%s does not count in an order", async (_, values, isEntered) => {
    const drill = await createProduct(admin, { price: 7000, stock: 10 });
    const lines = [{ product: drill, quantity: 1 }];
    const code = await createCode(values);
    if (isEntered) expect(await enter(code, lines)).toMatchObject({ accepted_code: null, discount: 0 });
    expect(await getSqlState(place(customer, lines, 6000 + SHIPPING_FEE, code))).toBe("YA011");
    expect(await getStock(admin, drill)).toBe(10);
  });

  it("counts as often for a customer as it says", async () => {
    const drill = await createProduct(admin, { price: 7000, stock: 10 });
    const lines = [{ product: drill, quantity: 1 }];
    const code = await createCode({ max_uses_per_customer: 1 });
    await enter(code, lines);
    await place(customer, lines, 6000 + SHIPPING_FEE, code);
    expect(await enter(code, lines)).toMatchObject({ problem: "Vous avez déjà utilisé ce code" });
    expect(await getSqlState(place(customer, lines, 6000 + SHIPPING_FEE, code))).toBe("YA011");
    // A new account is made by one request; the courier calls the same telephone.
    const again = await createCustomerActor(admin, "encore@example.com");
    await enter(code, lines, again);
    expect(await getSqlState(place(again, lines, 6000 + SHIPPING_FEE, code))).toBe("YA011");
    await admin`update public.orders set customer_phone = '+22601020304' where promo_code = ${code}`;
    await place(again, lines, 6000 + SHIPPING_FEE, code);
  });

  const uses = shortOrLong(30, 100);
  it(`with ${uses} uses left is used ${uses} times by ten times as many orders at once, among cancellations`, async () => {
    const drill = await createProduct(admin, { price: 7000, stock: 10_000 });
    const lines = [{ product: drill, quantity: 1 }];
    const code = await createCode({ max_uses: uses });
    const customers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => createCustomerActor(admin, `foule-${index}@example.com`)),
    );
    await Promise.all(customers.map((actor) => enter(code, lines, actor)));
    const states = await Promise.all(
      Array.from({ length: 10 * uses }, (_, index) =>
        getSqlState(place(customers[index % 20] ?? customer, lines, 6000 + SHIPPING_FEE, code)),
      ),
    );
    expect(states.filter((state) => state === null)).toHaveLength(uses);
    expect(new Set(states)).toEqual(new Set([null, "YA011"]));
    expect(await countUses(code)).toBe(uses);
    expect(await getStock(admin, drill)).toBe(10_000 - uses);
    // Cancellations and new orders lock the same rows.
    const placed = await admin<{ id: string }[]>`select id from public.orders where promo_code = ${code}`;
    const later = await Promise.all(
      placed.flatMap(({ id }, index) => [
        getSqlState(
          admin`update public.orders set status = 'cancelled', cancellation_reason = 'Essai' where id = ${id}`,
        ),
        getSqlState(place(customers[index % 20] ?? customer, lines, 6000 + SHIPPING_FEE, code)),
      ]),
    );
    expect(later.filter((state) => state !== null && state !== "YA011")).toEqual([]);
    const [count] = await admin<{ count: number }[]>`
      select count(*)::integer from public.orders where promo_code = ${code} and status <> 'cancelled'`;
    expect(await countUses(code)).toBe(count?.count);
  });

  it("shares its discount over the lines to the franc, in whatever order they are", async () => {
    const products = await Promise.all(
      [1, 7, 333, 5000, 99_999].map((price) => createProduct(admin, { price, stock: 1_000_000 })),
    );
    const quantities = fc.uniqueArray(
      fc.record({ index: fc.nat(4), quantity: fc.integer({ min: 1, max: 40 }) }),
      { selector: ({ index }) => index, minLength: 1 },
    );
    await fc.assert(
      fc.asyncProperty(
        quantities,
        fc.integer({ min: 1, max: 90 }),
        fc.integer({ min: 1, max: 5_000_000 }),
        fc.boolean(),
        async (chosen, percent, amount, isPercent) => {
          const code = await createCode(
            isPercent ? { kind: "percent", amount: null, percent } : { kind: "amount", amount },
          );
          const lines = chosen.flatMap(({ index, quantity }) => {
            const product = products[index];
            return product ? [{ product, quantity }] : [];
          });
          const results = [];
          for (const ordered of [lines, lines.toReversed()]) {
            const subtotal = ordered.reduce((sum, line) => sum + line.product.price * line.quantity, 0);
            const { discount } = (await enter(code, ordered)) ?? {};
            const { id } = await place(customer, ordered, subtotal - discount + SHIPPING_FEE, code);
            const order = await readOrder(id);
            for (const line of order.lines) {
              expect(line.discount_amount).toBeGreaterThanOrEqual(0);
              expect(line.discount_amount).toBeLessThanOrEqual(line.unit_price * line.quantity);
            }
            expect(order.lines.reduce((sum, line) => sum + line.discount_amount, 0)).toBe(discount);
            results.push(
              order.lines
                .map((line) => `${line.unit_price} ${line.quantity} ${line.discount_amount}`)
                .toSorted(),
            );
          }
          expect(results[0]).toEqual(results[1]);
        },
      ),
      { numRuns: 15 },
    );
  });
});

describe("staff", () => {
  it("see, place and change orders with the customer's prices", async () => {
    const cement = await createProduct(admin, { price: 5000, stock: 1000 });
    await addBreak(cement, 10, 4800);
    const staffOrder = (quantity: number) => ({
      id: randomUUID(),
      customer_name: "Awa Ouédraogo",
      customer_phone: "70 11 22 33",
      shipping_address: { address: "Pissy, la pharmacie", city: "Ouagadougou" },
      source: "phone",
      payment_method: "cod",
      items: [{ id: cement.id, quantity }],
    });
    const preview = (order: object, of: string | null = null) =>
      runAs(api, administrator, async (tx) => {
        const [row] = await tx`
          select subtotal::integer, lines from public.preview_staff_order(${tx.json(JSON.parse(JSON.stringify(order)))}, ${of})`;
        return row;
      });
    expect(await preview(staffOrder(9))).toMatchObject({ subtotal: 45_000 });
    expect(await preview(staffOrder(10))).toMatchObject({ subtotal: 48_000, lines: [{ unit_price: 4800 }] });
    const order = staffOrder(10);
    await runAs(api, administrator, (tx) => tx`select public.place_staff_order(${tx.json(order)})`);
    expect(await readOrder(order.id)).toMatchObject({ lines: [{ unit_price: 4800 }] });
    const change = (quantity: number) =>
      runAs(
        api,
        administrator,
        (tx) => tx`
          select public.change_order(o.id, o.updated_at, ${tx.json({ id: randomUUID(), items: [{ position: 1, quantity }] })})
          from public.orders o where o.id = ${order.id}`,
      );
    await change(5);
    expect(await readOrder(order.id)).toMatchObject({ lines: [{ unit_price: 5000, quantity: 5 }] });
    await change(12);
    expect(await readOrder(order.id)).toMatchObject({ lines: [{ unit_price: 4800, quantity: 12 }] });
    // The price that the customer was told stays when the shop's own changes.
    await admin`update public.products set price = 6000 where id = ${cement.id}`;
    await change(11);
    expect(await readOrder(order.id)).toMatchObject({ lines: [{ unit_price: 4800, quantity: 11 }] });
  });
});
