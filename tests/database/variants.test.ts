/** Products with options: the product follows its variants, and orders take the stock of a variant. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import {
  type Actor,
  createAdministratorActor,
  createCustomerActor,
  getSqlState,
  runAs,
} from "#tests/support/actors.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { liftLimits } from "#tests/support/limits.ts";
import {
  createOrderInput,
  getStock,
  insertOrder,
  type OrderInput,
  SHIPPING_FEE,
} from "#tests/support/orders.ts";
import { createProduct, type StoredProduct } from "#tests/support/products.ts";

let database: TestDatabase;
let admin: Sql;
let api: Sql;
let awa: Actor;
let owner: Actor;
let pipe: StoredProduct;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  await liftLimits(admin, "order");
  api = database.connect("authenticator");
  awa = await createCustomerActor(admin, "awa@example.com");
  owner = await createAdministratorActor(admin, "owner@example.com");
});
afterAll(() => database.drop());

const OPTIONS = [{ name: "Diamètre", choices: ["32 mm", "40 mm"] }];
const VARIANTS = [
  { choices: ["32 mm"], price: 1200, stock: 5, reference: "T32", barcode: "6001" },
  { choices: ["40 mm"], price: 1900, old_price: 2500, stock: 2, weight_grams: 900 },
];

interface Variant {
  id: string;
  choices: string[];
  price: number;
  stock: number;
}

const listVariants = (): Promise<Variant[]> =>
  admin<Variant[]>`
    select id, choices, price, stock from public.product_variants where product_id = ${pipe.id} order by position`;

const saveVariants = (options: object[], variants: object[], actor = owner, version: string | null = null) =>
  runAs(
    api,
    actor,
    (tx) =>
      tx`select * from public.save_variants(${pipe.id}, ${version}, ${tx.json(JSON.parse(JSON.stringify(options)))},
        ${tx.json(JSON.parse(JSON.stringify(variants)))})`,
  );

async function getProblems(options: object[], variants: object[]): Promise<string[]> {
  const error: { code?: string; detail?: string } = await saveVariants(options, variants).then(
    () => ({}),
    (thrown) => thrown,
  );
  expect(error.code).toBe("YA007");
  const { problems }: { problems: { column: string }[] } = JSON.parse(error.detail ?? "{}");
  return problems.map(({ column }) => column);
}

const getProduct = async () => {
  const [row] = await admin`
    select has_variants, price, old_price, stock, reference from public.products where id = ${pipe.id}`;
  return row;
};

/** The order of so many steps of each of these. */
function createVariantOrder(lines: { variant: Variant; quantity: number; step?: string }[]): OrderInput {
  const order = createOrderInput(
    lines.map(({ variant, quantity }) => ({
      product: { ...pipe, id: variant.id, price: variant.price },
      quantity,
    })),
  );
  order.payment_info.items = order.payment_info.items.map((item, index) => {
    const step = lines[index]?.step;
    return step === undefined ? item : { ...item, step };
  });
  return order;
}
const placeOrder = (order: OrderInput) => runAs(api, awa, (tx) => insertOrder(tx, order));

beforeEach(async () => {
  pipe = await createProduct(admin, { price: 7500, stock: 10, reference: "PIPE", name: "Tuyau PVC" });
  await saveVariants(OPTIONS, VARIANTS);
});

describe("a product with options", () => {
  it("has the lowest price, the sum of the stock and no reference", async () => {
    expect(await getProduct()).toEqual({
      has_variants: true,
      price: 1200,
      old_price: null,
      stock: 7,
      reference: null,
    });
    const [narrow, wide] = await listVariants();
    await saveVariants(OPTIONS, [
      { ...VARIANTS[0], id: narrow?.id, price: 2000 },
      { ...VARIANTS[1], id: wide?.id },
    ]);
    expect(await getProduct()).toMatchObject({ price: 1900, old_price: 2500, stock: 7 });
  });

  it("is in stock while one variant alone reaches the minimum of an order", async () => {
    const setMinimum = (minimum: number) =>
      admin`update public.products set minimum_quantity = ${minimum} where id = ${pipe.id}`;
    const list = async () => [
      (await admin`select in_stock from public.products where id = ${pipe.id}`)[0]?.in_stock,
      (
        await admin`select in_stock from public.sellable_items where product_id = ${pipe.id} order by name`
      ).map(({ in_stock }) => in_stock),
    ];
    await setMinimum(5);
    expect(await list()).toEqual([true, [true, false]]);
    await admin`update public.product_variants set stock = 4 where product_id = ${pipe.id}`;
    expect(await list()).toEqual([false, [false, false]]);
    await setMinimum(4);
    expect(await list()).toEqual([true, [true, true]]);
    await saveVariants([], []);
    expect(await list()).toEqual([false, [false]]);
    await admin`update public.products set stock = 4 where id = ${pipe.id}`;
    expect(await list()).toEqual([true, [true]]);
    await admin`update public.products set stock = 3 where id = ${pipe.id}`;
    expect(await list()).toEqual([false, [false]]);
  });

  it("is a product without options again when they are removed, with nothing in stock", async () => {
    await saveVariants([], []);
    expect(await getProduct()).toMatchObject({ has_variants: false, price: 1200, stock: 0 });
  });

  it("refuses a price or a stock of its own, from whoever it comes", async () => {
    for (const [column, value] of [
      ["price", 5],
      ["stock", 50],
      ["reference", "X"],
    ] as const) {
      const change = { [column]: value };
      expect(
        await getSqlState(admin`update public.products set ${admin(change)} where id = ${pipe.id}`),
      ).toBe("YA007");
    }
    await admin`update public.products set price = price, name = 'Tuyau' where id = ${pipe.id}`;
    expect(await getProduct()).toMatchObject({ price: 1200, stock: 7 });
  });

  it("is written by an administrator only, and only in the version that was read", async () => {
    expect(await getSqlState(saveVariants(OPTIONS, VARIANTS, awa))).toBe("42501");
    expect(await getSqlState(saveVariants(OPTIONS, VARIANTS, owner, "2001-01-01"))).toBe("PT409");
  });

  it("keeps a variant under its id when its choices change, even when two exchange theirs", async () => {
    const [narrow, wide] = await listVariants();
    await saveVariants(OPTIONS, [
      { ...VARIANTS[0], id: wide?.id },
      { ...VARIANTS[1], id: narrow?.id },
    ]);
    expect(await listVariants()).toMatchObject([
      { id: wide?.id, choices: ["32 mm"] },
      { id: narrow?.id, choices: ["40 mm"] },
    ]);
  });

  it("knows a variant that comes without an id by its choices", async () => {
    const before = await listVariants();
    await saveVariants(OPTIONS, VARIANTS);
    expect((await listVariants()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });

  it("applies the difference that a form made to the stock", async () => {
    const [narrow, wide] = await listVariants();
    if (!narrow) throw new Error("There is no variant");
    await placeOrder(createVariantOrder([{ variant: narrow, quantity: 2 }]));
    await saveVariants(OPTIONS, [
      { ...VARIANTS[0], id: narrow.id, stock: 8, stock_seen: 5 },
      { ...VARIANTS[1], id: wide?.id, stock_seen: 2 },
    ]);
    expect((await listVariants()).map(({ stock }) => stock)).toEqual([6, 2]);
  });

  it.each([
    ["options.0.name", [{ name: " ", choices: ["a"] }], [{ choices: ["a"], price: 1, stock: 0 }]],
    [
      "options.0.choices",
      [{ name: "Taille", choices: ["a", "A"] }],
      [{ choices: ["a"], price: 1, stock: 0 }],
    ],
    ["options.0.choices", [{ name: "Taille", choices: [] }], [{ choices: ["a"], price: 1, stock: 0 }]],
    ["variants.0.choices", OPTIONS, [{ choices: ["50 mm"], price: 1, stock: 0 }]],
    ["variants.0.choices", OPTIONS, [{ choices: ["32 mm", "40 mm"], price: 1, stock: 0 }]],
    ["variants.1.choices", OPTIONS, [VARIANTS[0], VARIANTS[0]]],
    ["variants.0.price", OPTIONS, [{ choices: ["32 mm"], price: 0, stock: 0 }]],
    ["variants.0.price", OPTIONS, [{ choices: ["32 mm"], price: "12,5", stock: 0 }]],
    ["variants.0.old_price", OPTIONS, [{ choices: ["32 mm"], price: 5, old_price: 5, stock: 0 }]],
    ["variants.0.stock", OPTIONS, [{ choices: ["32 mm"], price: 5, stock: -1 }]],
    ["variants.0.weight_grams", OPTIONS, [{ choices: ["32 mm"], price: 5, stock: 1, weight_grams: 0 }]],
    ["variants.0.content_size", OPTIONS, [{ choices: ["32 mm"], price: 5, stock: 1, content_size: 0 }]],
    ["variants.0.id", OPTIONS, [{ choices: ["32 mm"], price: 5, stock: 1, id: "1" }]],
    ["variants", OPTIONS, []],
    ["variants", [], VARIANTS],
    ["options", Array.from({ length: 4 }, (_, i) => ({ name: `${i}`, choices: ["a"] })), []],
  ])("refuses %s", async (column, options, variants) => {
    expect(
      await getProblems(
        options,
        variants.map((variant) => ({ ...variant })),
      ),
    ).toEqual([column]);
    expect(await listVariants()).toHaveLength(2);
  });
});

describe("an order", () => {
  it("takes the stock of the variants, beside that of products, and names them", async () => {
    const [narrow, wide] = await listVariants();
    if (!narrow || !wide) throw new Error("There is no variant");
    const drill = await createProduct(admin, { price: 3000, stock: 4 });
    const order = createOrderInput([
      { product: { ...pipe, id: wide.id, price: wide.price }, quantity: 2 },
      { product: drill, quantity: 1 },
      { product: { ...pipe, id: narrow.id, price: narrow.price }, quantity: 1 },
    ]);
    const placed = await placeOrder(order);
    expect(placed.total_amount).toBe(2 * 1900 + 3000 + 1200 + SHIPPING_FEE);
    expect(placed.items_count).toBe(4);
    expect(placed.payment_info.items).toMatchObject([
      { id: wide.id, name: "Tuyau PVC – 40 mm", quantity: 2 },
      { id: drill.id, quantity: 1 },
      { id: narrow.id, name: "Tuyau PVC – 32 mm", quantity: 1 },
    ]);
    expect((await listVariants()).map(({ stock }) => stock)).toEqual([4, 0]);
    expect(await getProduct()).toMatchObject({ stock: 4 });
    expect(await getStock(admin, drill)).toBe(3);
    await admin`update public.orders set status = 'cancelled', cancellation_reason = 'Essai' where id = ${order.id}`;
    expect((await listVariants()).map(({ stock }) => stock)).toEqual([5, 2]);
    expect(await getProduct()).toMatchObject({ stock: 7 });
  });

  it("weighs what its variants and its products weigh together, when one of them tells its weight", async () => {
    const [narrow] = await listVariants();
    if (!narrow) throw new Error("There is no variant");
    const drill = await createProduct(admin, { price: 3000, stock: 4 });
    const getWeight = async () => {
      const order = createOrderInput([
        { product: { ...pipe, id: narrow.id, price: narrow.price }, quantity: 1 },
        { product: drill, quantity: 1 },
      ]);
      await placeOrder(order);
      const [placed] = await admin`select weight_grams from public.orders where id = ${order.id}`;
      return placed?.weight_grams;
    };
    await admin`update public.product_variants set weight_grams = null`;
    await admin`update public.products set weight_grams = null where id in (${pipe.id}, ${drill.id})`;
    expect(await getWeight()).toBeNull();
    await admin`update public.products set weight_grams = 1700 where id = ${drill.id}`;
    expect(await getWeight()).toBe(1700);
    await admin`update public.product_variants set weight_grams = 400 where id = ${narrow.id}`;
    expect(await getWeight()).toBe(2100);
  });

  it("costs the supplement of a bulky product beside a variant that is not", async () => {
    const [narrow] = await listVariants();
    if (!narrow) throw new Error("There is no variant");
    const ladder = await createProduct(admin, { price: 3000, stock: 4 });
    await admin`update public.products set is_bulky = true where id = ${ladder.id}`;
    const [zone] = await admin<{ id: string }[]>`
      insert into public.delivery_zones (name, bulky_fee) values ('Échelles', 500) returning id`;
    await admin`insert into public.delivery_places (zone_id, town) values (${zone?.id ?? ""}, 'Ouagadougou')`;
    await admin`insert into public.delivery_fees (zone_id, fee) values (${zone?.id ?? ""}, 1500)`;
    // Its total is that with 2,000 francs for the delivery; otherwise it is refused.
    await placeOrder(
      createOrderInput([
        { product: { ...pipe, id: narrow.id, price: narrow.price }, quantity: 1 },
        { product: ladder, quantity: 1 },
      ]),
    );
    await admin`delete from public.delivery_zones where id = ${zone?.id ?? ""}`;
  });

  it("is sent twice and counts once", async () => {
    const [narrow] = await listVariants();
    if (!narrow) throw new Error("There is no variant");
    const order = createVariantOrder([{ variant: narrow, quantity: 3 }]);
    await placeOrder(order);
    // place_order returns the stored order, and the key then says that it is there.
    expect(await getSqlState(placeOrder(order))).toBe("23505");
    expect((await listVariants()).map(({ stock }) => stock)).toEqual([2, 2]);
  });

  it("is refused for more than there is, for the product itself, for a variant that is gone, and twice the same", async () => {
    const [narrow, wide] = await listVariants();
    if (!narrow || !wide) throw new Error("There is no variant");
    expect(await getSqlState(placeOrder(createVariantOrder([{ variant: wide, quantity: 3 }])))).toBe("YA002");
    expect(
      await getSqlState(
        placeOrder(createVariantOrder([{ variant: { ...narrow, id: pipe.id }, quantity: 1 }])),
      ),
    ).toBe("YA003");
    expect(
      await getSqlState(
        placeOrder(
          createVariantOrder([
            { variant: wide, quantity: 1 },
            { variant: wide, quantity: 1 },
          ]),
        ),
      ),
    ).toBe("YA005");
    await saveVariants(OPTIONS, [{ ...VARIANTS[0], id: narrow.id }]);
    expect(await getSqlState(placeOrder(createVariantOrder([{ variant: wide, quantity: 1 }])))).toBe("YA003");
    expect((await listVariants()).map(({ stock }) => stock)).toEqual([5]);
  });

  it("keeps its line when the variant is deleted, and its stock goes nowhere then", async () => {
    const [narrow, wide] = await listVariants();
    if (!narrow || !wide) throw new Error("There is no variant");
    const order = createVariantOrder([{ variant: wide, quantity: 1 }]);
    await placeOrder(order);
    await saveVariants(OPTIONS, [{ ...VARIANTS[0], id: narrow.id }]);
    await admin`update public.orders set status = 'cancelled', cancellation_reason = 'Essai' where id = ${order.id}`;
    expect(await getProduct()).toMatchObject({ stock: 5 });
    const [line] =
      await admin`select name, product_id, variant_id from public.order_items where order_id = ${order.id}`;
    expect(line).toEqual({ name: "Tuyau PVC – 40 mm", product_id: pipe.id, variant_id: wide.id });
  });

  it("says in which step it counts, and is refused when the shop sells in another one or from more on", async () => {
    await admin`
      update public.products set unit = 'metre', step_size = 0.5, minimum_quantity = 2 where id = ${pipe.id}`;
    const [narrow] = await listVariants();
    if (!narrow) throw new Error("There is no variant");
    const send = (quantity: number, step: string) =>
      placeOrder(createVariantOrder([{ variant: narrow, quantity, step }]));
    expect(await getSqlState(send(2, "1 metre"))).toBe("YA001");
    expect(await getSqlState(send(1, "0.5 metre"))).toBe("YA005");
    expect(await getSqlState(send(100, "0.5 metre"))).toBe("YA002");
    const placed = await send(2, "0.5 metre");
    expect(placed.payment_info.items).toMatchObject([{ sold_by: { unit: "metre", step_size: 0.5 } }]);
  });

  it("says what a packet holds, and is refused when the shop packs another amount", async () => {
    await admin`
      update public.products set unit = 'box', content_size = 1.2, content_unit = 'square_metre' where id = ${pipe.id}`;
    const [narrow, wide] = await listVariants();
    if (!narrow || !wide) throw new Error("There is no variant");
    await admin`update public.product_variants set content_size = 1.44 where id = ${wide.id}`;
    const send = (variant: Variant, step: string) =>
      placeOrder(createVariantOrder([{ variant, quantity: 1, step }]));
    expect(await getSqlState(send(narrow, "1 box 1.44 square_metre"))).toBe("YA001");
    expect(await getSqlState(send(wide, "1 box 1.2 square_metre"))).toBe("YA001");
    const placed = await send(wide, "1 box 1.44 square_metre");
    expect(placed.payment_info.items).toMatchObject([{ sold_by: { content_size: 1.44 } }]);
    // Without the content, as carts of before send it.
    await send(narrow, "1 box");
  });

  it("of the last pieces, sent by many at once, sells each piece once", async () => {
    const [narrow, wide] = await listVariants();
    if (!narrow || !wide) throw new Error("There is no variant");
    const orders = Array.from({ length: 8 }, (_, index) =>
      createVariantOrder(
        index % 2
          ? [
              { variant: narrow, quantity: 1 },
              { variant: wide, quantity: 1 },
            ]
          : [
              { variant: wide, quantity: 1 },
              { variant: narrow, quantity: 1 },
            ],
      ),
    );
    const states = await Promise.all(orders.map((order) => getSqlState(placeOrder(order))));
    expect(states.filter((state) => state === null)).toHaveLength(2);
    expect(states.filter((state) => state === "YA002")).toHaveLength(6);
    expect((await listVariants()).map(({ stock }) => stock)).toEqual([3, 0]);
  });
});
