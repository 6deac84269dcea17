/** Prices: breaks, lists, their history, and the sales that change them for a time. */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import {
  type Actor,
  createAdministratorActor,
  createCustomerActor,
  getSqlState,
  runAs,
} from "#tests/support/actors.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { createProduct } from "#tests/support/products.ts";
import { waitForBlockedTransactions } from "#tests/support/wait-for-locks.ts";

let database: TestDatabase;
let admin: Sql;
let api: Sql;
let administrator: Actor;
let customer: Actor;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  api = database.connect("authenticator");
  administrator = await createAdministratorActor(admin, "admin@example.com");
  customer = await createCustomerActor(admin, "client@example.com");
});
afterAll(() => database.drop());

interface PriceStep {
  minimum_quantity: number;
  price: number;
}

const saveBreaks = (item: string, breaks: PriceStep[], list: string | null = null, actor = administrator) =>
  runAs(
    api,
    actor,
    (tx) => tx`select public.save_price_breaks(${item}, ${tx.json(breaks.map((b) => ({ ...b })))}, ${list})`,
  );

const listSteps = (item: string, actor: Actor) =>
  runAs(api, actor, async (tx) => {
    const [row] = await tx<{ steps: PriceStep[] }[]>`
      select public.price_steps(i) as steps from public.sellable_items i where i.id = ${item}`;
    return row?.steps;
  });

async function createList(percent: number): Promise<string> {
  const [list] = await admin<{ id: string }[]>`
    insert into public.price_lists (name, percent) values (${randomUUID()}, ${percent}) returning id`;
  if (!list) throw new Error("no list");
  return list.id;
}

describe("quantity breaks", () => {
  it("fall as the quantity rises, and are what a step costs", async () => {
    const cement = await createProduct(admin, { price: 5000, stock: 100 });
    await saveBreaks(cement.id, [
      { minimum_quantity: 10, price: 4800 },
      { minimum_quantity: 50, price: 4300 },
    ]);
    expect(await listSteps(cement.id, customer)).toEqual([
      { minimum_quantity: 10, price: 4800 },
      { minimum_quantity: 50, price: 4300 },
    ]);
    const prices = await admin<{ price: number }[]>`
      select private.get_unit_price(${cement.id}, null, 5000, q, null) as price
      from unnest(array[1, 9, 10, 49, 50, 999999]) with ordinality as u (q, position) order by position`;
    expect(prices.map(({ price }) => price)).toEqual([5000, 5000, 4800, 4800, 4300, 4300]);
  });

  it.each([
    [[{ minimum_quantity: 10, price: 5000 }]],
    [
      [
        { minimum_quantity: 10, price: 4500 },
        { minimum_quantity: 50, price: 4500 },
      ],
    ],
    [
      [
        { minimum_quantity: 10, price: 4500 },
        { minimum_quantity: 10, price: 4400 },
      ],
    ],
    [[{ minimum_quantity: 1, price: 4500 }]],
    [[{ minimum_quantity: 10, price: 0 }]],
    [[{ minimum_quantity: 10.5, price: 4500 }]],
  ])("that make no sense are refused: %j", async (breaks) => {
    const cement = await createProduct(admin, { price: 5000 });
    expect(await getSqlState(saveBreaks(cement.id, breaks))).toBe("YA007");
    expect(await listSteps(cement.id, customer)).toEqual([]);
  });

  it("of a variant that is deleted meanwhile are refused in words", async () => {
    const pipe = await createProduct(admin, { price: 5000 });
    const [variant] = await admin<{ id: string }[]>`
      insert into public.product_variants (product_id, position, choices, price, stock)
      values (${pipe.id}, 1, '{20}', 5000, 3) returning id`;
    let saving: Promise<string | null> | undefined;
    await admin.begin(async (tx) => {
      await tx`select from public.products where id = ${pipe.id} for update`;
      saving = getSqlState(saveBreaks(variant?.id ?? "", [{ minimum_quantity: 10, price: 4500 }]));
      await waitForBlockedTransactions(admin, 1);
      await tx`delete from public.product_variants where id = ${variant?.id ?? ""}`;
    });
    expect(await saving).toBe("PT404");
  });

  it("are written by whoever may set prices only", async () => {
    const cement = await createProduct(admin, { price: 5000 });
    const breaks = [{ minimum_quantity: 10, price: 4500 }];
    expect(await getSqlState(saveBreaks(cement.id, breaks, null, customer))).toBe("42501");
  });

  it("never rise and are never negative, whatever the rules are", async () => {
    const list = await createList(15);
    const rule = fc.record({
      quantity: fc.integer({ min: 2, max: 60 }),
      price: fc.integer({ min: 1, max: 9000 }),
      isListed: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 9000 }),
        fc.uniqueArray(rule, {
          maxLength: 6,
          selector: ({ quantity, isListed }) => `${quantity} ${isListed}`,
        }),
        async (ordinary, rules) => {
          const { id } = await createProduct(admin, { price: ordinary });
          for (const { quantity, price, isListed } of rules) {
            await admin`
              insert into public.price_breaks (product_id, list_id, minimum_quantity, price)
              values (${id}, ${isListed ? list : null}, ${quantity}, ${price})`;
          }
          for (const used of [null, list]) {
            const rows = await admin<{ price: number; public_price: number }[]>`
              select private.get_unit_price(${id}, null, ${ordinary}, q, ${used}) as price,
                private.get_unit_price(${id}, null, ${ordinary}, q, null) as public_price
              from generate_series(1, 61) q order by q`;
            const prices = rows.map(({ price }) => price);
            expect(prices).toEqual(prices.toSorted((a, b) => b - a));
            expect(Math.min(...prices)).toBeGreaterThan(0);
            expect(prices[0]).toBeLessThanOrEqual(ordinary);
            for (const { price, public_price } of rows) expect(price).toBeLessThanOrEqual(public_price);
          }
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe("price lists", () => {
  it("are asked for with a trade, granted, and shown to nobody else", async () => {
    const plumber = await createCustomerActor(admin, "plombier@example.com");
    const list = await createList(10);
    const pipe = await createProduct(admin, { price: 2000 });
    await runAs(api, plumber, (tx) => tx`select public.request_price_list('Plombier à Bobo')`);
    expect(await listSteps(pipe.id, plumber)).toEqual([]);
    await runAs(
      api,
      administrator,
      (tx) => tx`select public.answer_price_list_request(${plumber.id}, ${list})`,
    );
    expect(await listSteps(pipe.id, plumber)).toEqual([{ minimum_quantity: 1, price: 1800 }]);
    expect(await listSteps(pipe.id, customer)).toEqual([]);
    await saveBreaks(pipe.id, [{ minimum_quantity: 1, price: 1500 }], list);
    expect(await listSteps(pipe.id, plumber)).toEqual([{ minimum_quantity: 1, price: 1500 }]);
    const mails = await admin`select recipient from public.mails where kind = 'price_list_answer'`;
    expect(mails).toMatchObject([{ recipient: "plombier@example.com" }]);
    await admin`update public.price_lists set is_active = false where id = ${list}`;
    expect(await listSteps(pipe.id, plumber)).toEqual([]);
  });

  it("are not granted by the customer, and a refusal needs its reason", async () => {
    const mason = await createCustomerActor(admin, "macon@example.com");
    const list = await createList(10);
    await runAs(api, mason, (tx) => tx`select public.request_price_list('Maçon')`);
    const answer = (actor: Actor, to: string | null) =>
      getSqlState(runAs(api, actor, (tx) => tx`select public.answer_price_list_request(${mason.id}, ${to})`));
    expect(await answer(mason, list)).toBe("42501");
    expect(await answer(administrator, null)).toBe("YA007");
  });

  it("that were granted are withdrawn, and what was only asked for is refused", async () => {
    const tiler = await createCustomerActor(admin, "carreleur@example.com");
    const list = await createList(10);
    const tile = await createProduct(admin, { price: 2000 });
    const ask = () => runAs(api, tiler, (tx) => tx`select public.request_price_list('Carreleur')`);
    const answer = (to: string | null) =>
      runAs(
        api,
        administrator,
        (tx) => tx`select public.answer_price_list_request(${tiler.id}, ${to}, 'Dossier incomplet')`,
      );
    const getState = async () =>
      (await admin`select state from public.price_list_members where user_id = ${tiler.id}`)[0]?.state;
    await ask();
    await answer(null);
    expect(await getState()).toBe("refused");
    await ask();
    await answer(list);
    await answer(null);
    await answer(null);
    expect(await getState()).toBe("withdrawn");
    expect(await listSteps(tile.id, tiler)).toEqual([]);
    await ask();
    expect(await getState()).toBe("requested");
  });

  it.each(["", "x", "voir www.exemple.bf"])("are not asked for as «%s»", async (trade) => {
    const state = await getSqlState(
      runAs(api, customer, (tx) => tx`select public.request_price_list(${trade})`),
    );
    expect(state).toBe("YA007");
  });
});

const readPrice = async (id: string) => {
  const [row] = await admin<
    { price: number; old_price: number | null; lowest_price: number | null; discount: number | null }[]
  >`select price, old_price, lowest_price, discount from public.products where id = ${id}`;
  return row;
};

/** Moves the whole history of a product into the past. */
const age = (id: string, days: number) =>
  admin.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update public.price_changes set changed_at = changed_at - make_interval(days => ${days}) where product_id = ${id}`;
  });

describe("the history of prices", () => {
  it("keeps each price once and cannot be changed", async () => {
    const { id } = await createProduct(admin, { price: 5000 });
    await admin`update public.products set stock = stock + 1 where id = ${id}`;
    await admin`update public.products set price = 4000 where id = ${id}`;
    const rows = await admin<{ price: number }[]>`
      select price from public.price_changes where product_id = ${id} order by id`;
    expect(rows.map(({ price }) => price)).toEqual([5000, 4000]);
    expect(await getSqlState(admin`update public.price_changes set price = 1 where product_id = ${id}`)).toBe(
      "42501",
    );
    expect(await getSqlState(admin`delete from public.price_changes where product_id = ${id}`)).toBe("42501");
    await admin`delete from public.products where id = ${id}`;
  });

  it("shows a price that was raised for the sake of a reduction", async () => {
    const { id } = await createProduct(admin, { price: 5000 });
    await age(id, 60);
    await admin`update public.products set price = 8000 where id = ${id}`;
    await age(id, 3);
    await admin`update public.products set price = 5000, old_price = 8000 where id = ${id}`;
    expect(await readPrice(id)).toMatchObject({ price: 5000, old_price: 8000, lowest_price: 5000 });
  });

  it("forgets what was longer ago than 30 days, and knows the price with which they began", async () => {
    const { id } = await createProduct(admin, { price: 1000 });
    await admin`update public.products set price = 6000 where id = ${id}`;
    await age(id, 31);
    await admin`update public.products set price = 5000, old_price = 6000 where id = ${id}`;
    expect(await readPrice(id)).toMatchObject({ lowest_price: 6000 });
    await admin`update public.products set price = 4500 where id = ${id}`;
    expect(await readPrice(id)).toMatchObject({ lowest_price: 6000 });
    await admin`update public.products set old_price = null where id = ${id}`;
    expect(await readPrice(id)).toMatchObject({ lowest_price: null });
  });

  it("knows nothing of the time before a product was there", async () => {
    const { id } = await createProduct(admin, { price: 5000, old_price: 8000 });
    expect(await readPrice(id)).toMatchObject({ old_price: 8000, lowest_price: null });
  });
});

describe("sales", () => {
  const run = async () => {
    for (let more = true; more; ) {
      const [row] = await admin<{ more: boolean }[]>`select private.run_sales(2) as more`;
      more = row?.more ?? false;
    }
  };
  const createSale = async (percent: number | null, items: object[]) => {
    const id = randomUUID();
    const start = new Date(Date.now() - 60_000).toISOString();
    const end = new Date(Date.now() + 86_400_000).toISOString();
    await runAs(
      api,
      administrator,
      (tx) => tx`
        select public.save_sale(${tx.json({ id, name: "Fin de saison", percent, starts_at: start, ends_at: end, items: JSON.parse(JSON.stringify(items)) })})`,
    );
    return id;
  };
  const end = (id: string) =>
    admin`update public.sales set ends_at = now(), starts_at = now() - interval '1 hour' where id = ${id}`;

  it("write their prices and write them back", async () => {
    const products = await Promise.all([5000, 4000, 3333].map((price) => createProduct(admin, { price })));
    const sale = await createSale(
      20,
      products.map(({ id }) => ({ item_id: id })),
    );
    await run();
    const reduced = await Promise.all(products.map(({ id }) => readPrice(id)));
    expect(reduced).toMatchObject([
      { price: 4000, old_price: 5000, discount: 20, lowest_price: 5000 },
      { price: 3200, old_price: 4000, discount: 20, lowest_price: 4000 },
      { price: 2670, old_price: 3333, discount: 20, lowest_price: 3333 },
    ]);
    await end(sale);
    await run();
    const restored = await Promise.all(products.map(({ id }) => readPrice(id)));
    expect(restored).toMatchObject(
      [5000, 4000, 3333].map((price) => ({ price, old_price: null, discount: null, lowest_price: null })),
    );
  });

  it("of a category give its products the percentage, and one its own price", async () => {
    const [category] = await admin<{ id: string }[]>`
      insert into public.categories (name, slug) values ('Soldes', ${`soldes-${randomUUID()}`}) returning id`;
    const paint = await createProduct(admin, { price: 10_000 });
    const brush = await createProduct(admin, { price: 1000 });
    await admin`update public.products set category_id = ${category?.id ?? ""} where id in (${paint.id}, ${brush.id})`;
    await createSale(50, [{ category_id: category?.id }, { item_id: brush.id, price: 900 }]);
    await run();
    expect(await readPrice(paint.id)).toMatchObject({ price: 5000 });
    expect(await readPrice(brush.id)).toMatchObject({ price: 900 });
  });

  it("keep a price that was written by hand meanwhile", async () => {
    const { id } = await createProduct(admin, { price: 5000 });
    const sale = await createSale(20, [{ item_id: id }]);
    await run();
    await admin`update public.products set price = 4500 where id = ${id}`;
    await end(sale);
    await run();
    expect(await readPrice(id)).toMatchObject({ price: 4500, old_price: null });
  });

  it("do not meet: the first keeps the product, and the second takes it when the first ends", async () => {
    const { id } = await createProduct(admin, { price: 1000 });
    const first = await createSale(10, [{ item_id: id }]);
    await run();
    await createSale(50, [{ item_id: id }]);
    await run();
    expect(await readPrice(id)).toMatchObject({ price: 900, old_price: 1000 });
    await end(first);
    await run();
    expect(await readPrice(id)).toMatchObject({ price: 500, old_price: 1000 });
  });

  it("end for variants that came meanwhile, and for a product that lost its own", async () => {
    const saveVariants = (product: { id: string }, variants: { choices: string[]; price: number }[]) =>
      runAs(
        api,
        administrator,
        (tx) => tx`select public.save_variants(${product.id}, null,
          ${tx.json(variants.length > 0 ? [{ name: "Taille", choices: variants.flatMap((v) => v.choices) }] : [])},
          ${tx.json(variants.map((variant) => ({ stock: 5, ...variant })))})`,
      );
    const gains = await createProduct(admin, { price: 1000 });
    const loses = await createProduct(admin, { price: 1000 });
    await saveVariants(loses, [
      { choices: ["S"], price: 2000 },
      { choices: ["L"], price: 1000 },
    ]);
    const grows = await createProduct(admin, { price: 1000 });
    await saveVariants(grows, [{ choices: ["S"], price: 1000 }]);
    const sale = await createSale(20, [{ item_id: gains.id }, { item_id: loses.id }, { item_id: grows.id }]);
    await run();
    await saveVariants(loses, []);
    const reduced = { price: 800, old_price: 1000 };
    await saveVariants(grows, [
      { choices: ["S"], ...reduced },
      { choices: ["L"], ...reduced },
    ]);
    await saveVariants(gains, [
      { choices: ["S"], ...reduced },
      { choices: ["L"], price: 950 },
    ]);
    expect(await readPrice(loses.id)).toMatchObject(reduced);
    await end(sale);
    await run();
    expect(await readPrice(loses.id)).toMatchObject({ price: 1000, old_price: null });
    const list = (product: { id: string }) => admin`
      select price, old_price from public.product_variants where product_id = ${product.id} order by position`;
    expect(await list(gains)).toEqual([
      { price: 1000, old_price: null },
      { price: 950, old_price: null },
    ]);
    expect(await list(grows)).toEqual([
      { price: 1000, old_price: null },
      { price: 1000, old_price: null },
    ]);
  });

  it("that make no sense are refused, and a running one is not deleted", async () => {
    const { id } = await createProduct(admin, { price: 1000 });
    expect(await getSqlState(createSale(null, [{ item_id: id }]))).toBe("YA007");
    expect(await getSqlState(createSale(20, []))).toBe("YA007");
    expect(await getSqlState(createSale(95, [{ item_id: id }]))).toBe("YA007");
    expect(await getSqlState(createSale(null, [{ item_id: id, price: -1 }]))).toBe("YA007");
    const sale = await createSale(20, [{ item_id: id }]);
    await run();
    const remove = () => runAs(api, administrator, (tx) => tx`select public.delete_sale(${sale})`);
    expect(await getSqlState(remove())).toBe("YA007");
    await end(sale);
    await run();
    expect(await getSqlState(remove())).toBe(null);
  });
});

describe("a promo code that is entered", () => {
  const check = (code: string, items: { id: string; quantity: number }[], actor: Actor) =>
    runAs(api, actor, async (tx) => {
      await tx`select public.enter_promo_code(${code})`;
      const [row] = await tx`select * from public.check_promo_code(${code}, ${tx.json(items)})`;
      return row;
    });

  it("takes off what it says, or says why it does not count", async () => {
    const { id } = await createProduct(admin, { price: 1000 });
    await admin`
      insert into public.promo_codes (code, kind, percent, minimum_amount) values ('RENTREE', 'percent', 10, 3000)`;
    const items = (quantity: number) => [{ id, quantity }];
    expect(await check(" rentree ", items(3), customer)).toEqual({
      accepted_code: "RENTREE",
      discount: 300,
      is_free_delivery: false,
      problem: null,
    });
    expect(await check("RENTREE", items(2), customer)).toMatchObject({
      accepted_code: null,
      discount: 0,
      problem: "Ce code vaut dès 3 000 XOF d'articles",
    });
    expect(await check("INCONNU", items(3), customer)).toMatchObject({ problem: "Ce code n'existe pas" });
    expect(await check("RENTREE", [], customer)).toMatchObject({ discount: 0 });
  });

  it("cannot be guessed: tries are limited, and one that was entered may be checked again and again", async () => {
    const guesser = await createCustomerActor(admin, "devine@example.com");
    const { id } = await createProduct(admin, { price: 1000 });
    await admin`insert into public.promo_codes (code, kind, amount) values ('SECRET7', 'amount', 500)`;
    await check("SECRET7", [{ id, quantity: 1 }], guesser);
    for (let index = 0; index < 9; index += 1)
      await check(`SECRET${index + 10}`, [{ id, quantity: 1 }], guesser);
    expect(await getSqlState(check("SECRET99", [{ id, quantity: 1 }], guesser))).toBe("PT429");
    expect(await check("SECRET7", [{ id, quantity: 1 }], guesser)).toMatchObject({ discount: 500 });
  });
});
