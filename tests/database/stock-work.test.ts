/** Receipts, counts and the reorder list: what they do to the stock, and that doing it twice is doing it once. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { StaffRole } from "#app/lib/supabase/database.types.ts";
import type { Sql } from "#backend/core/database/database.ts";
import { type Actor, createCustomerActor, createStaff, getSqlState, runAs } from "#tests/support/actors.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { liftLimits } from "#tests/support/limits.ts";
import { createOrder, createOrderInput, getStock, insertOrder } from "#tests/support/orders.ts";
import { createProduct, type StoredProduct } from "#tests/support/products.ts";

let database: TestDatabase;
let admin: Sql;
let api: Sql;
let awa: Actor;
let staff: Record<StaffRole, Actor>;
let cement: StoredProduct;
let paint: StoredProduct;
let supplier: string;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  await liftLimits(admin, "order");
  api = database.connect("authenticator", 10);
  awa = await createCustomerActor(admin, "awa@example.com");
  staff = await createStaff(admin);
  const [row] = await runAs(
    api,
    staff.stock,
    (tx) => tx<{ id: string }[]>`insert into public.suppliers (name) values ('Cimfaso') returning id`,
  );
  supplier = row?.id ?? "";
});
afterAll(() => database.drop());
beforeEach(async () => {
  cement = await createProduct(admin, { name: "Ciment", price: 6000, stock: 10 });
  paint = await createProduct(admin, { name: "Peinture", price: 3000, stock: 4 });
});

function call(actor: Actor, name: string, argument: object) {
  return runAs(api, actor, (tx) =>
    tx.unsafe(`select public.${name}($1::text::jsonb) as result`, [JSON.stringify(argument)]),
  );
}
async function getMessage(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  return "";
}
const listMovements = (product: { id: string }) => admin`
  select kind, quantity, unit_cost from public.stock_movements
  where product_id = ${product.id} and kind <> 'opening' order by at, quantity`;

/** Stocks are what the ledger says. */
const expectExactLedger = async () =>
  expect(
    await admin`
      select i.name from public.sellable_items i where i.stock <> (
        select coalesce(sum(s.quantity), 0) from private.stock_entries s
        where s.product_id = i.product_id and s.variant_id is not distinct from i.variant_id
      )`,
  ).toEqual([]);

describe("a receipt", () => {
  interface Line {
    item_id: string;
    quantity: number;
    unit_cost?: number | null;
  }
  const save = (
    lines: Line[],
    {
      id = randomUUID(),
      number = randomUUID().slice(0, 8),
      actor = staff.stock,
      version = null as string | null,
      ...values
    } = {},
  ) =>
    runAs(api, actor, async (tx) => {
      const receipt = { id, supplier_id: supplier, number, lines, ...values };
      await tx`select public.save_receipt(${JSON.stringify(receipt)}::text::jsonb, ${version}::text::timestamptz)`;
      return id;
    });
  const receive = (receipt: string, lines: Line[], id = randomUUID(), actor = staff.stock) =>
    call(actor, "receive_goods", { id, receipt_id: receipt, lines });
  const getState = async (id: string) => {
    const [row] = await admin<{ state: string }[]>`select state from public.receipts where id = ${id}`;
    return row?.state;
  };
  const getVersion = async (id: string) => {
    const [row] = await admin<{ version: string }[]>`
      select updated_at::text as version from public.receipts where id = ${id}`;
    return row?.version ?? "";
  };

  it("names the goods that were deleted meanwhile", async () => {
    await admin`delete from public.products where id = ${paint.id}`;
    const lines = [cement, paint].map(({ id }) => ({ item_id: id, quantity: 1 }));
    await expect(save(lines)).rejects.toMatchObject({
      code: "YA003",
      detail: `{"items": [{"id": "${paint.id}"}]}`,
    });
    await save(lines.slice(0, 1));
  });

  it("is received in parts, each once, and fills the stock at its cost", async () => {
    const id = await save([
      { item_id: cement.id, quantity: 100, unit_cost: 4500 },
      { item_id: paint.id, quantity: 10 },
    ]);
    expect(await getState(id)).toBe("expected");
    const first = randomUUID();
    await receive(id, [{ item_id: cement.id, quantity: 60 }], first);
    await receive(id, [{ item_id: cement.id, quantity: 60 }], first);
    expect(await getMessage(receive(id, [{ item_id: cement.id, quantity: 50 }], first))).toContain(
      "rouvrez le bon",
    );
    expect(await getStock(admin, cement)).toBe(70);
    expect(await getState(id)).toBe("partly");
    await receive(id, [
      { item_id: cement.id, quantity: 41 },
      { item_id: paint.id, quantity: 10 },
    ]);
    expect(await getState(id)).toBe("complete");
    expect(await listMovements(cement)).toEqual([
      { kind: "receipt", quantity: 60, unit_cost: 4500 },
      { kind: "receipt", quantity: 41, unit_cost: 4500 },
    ]);
    expect(await getStock(admin, paint)).toBe(14);
    await expectExactLedger();
  });

  it("that is entered twice is refused by the number of its supplier", async () => {
    await save([{ item_id: cement.id, quantity: 1 }], { number: "BL 2026/17" });
    expect(await getMessage(save([{ item_id: cement.id, quantity: 1 }], { number: "bl-2026-17" }))).toContain(
      "déjà enregistré",
    );
    const twice = await Promise.all(
      [1, 2].map(() => getSqlState(save([{ item_id: cement.id, quantity: 1 }], { number: "BL 18" }))),
    );
    expect(twice.map(String).toSorted()).toEqual(["YA010", "null"]);
  });

  it("that is sent twice is one, and is changed only from the version that was read", async () => {
    const [id, number] = [randomUUID(), "BL 40"];
    await save([{ item_id: cement.id, quantity: 1, unit_cost: 5 }], { id, number });
    await save([{ item_id: cement.id, quantity: 1, unit_cost: 5 }], { id, number });
    const version = await getVersion(id);
    await receive(id, [{ item_id: cement.id, quantity: 1 }]);
    expect(await getSqlState(save([{ item_id: cement.id, quantity: 2 }], { id, number, version }))).toBe(
      "PT409",
    );
    const next = await getVersion(id);
    expect(
      await getMessage(save([{ item_id: paint.id, quantity: 2 }], { id, number, version: next })),
    ).toContain("ne se retire plus");
    await save([{ item_id: cement.id, quantity: 2 }], { id, number, version: next });
    expect(await getState(id)).toBe("partly");
    // Whoever does not know the costs leaves them as they are.
    expect(await admin`select unit_cost from public.receipt_lines where receipt_id = ${id}`).toEqual([
      { unit_cost: 5 },
    ]);
    await runAs(api, staff.stock, (tx) => tx`select public.close_receipt(${id})`);
    expect(await getState(id)).toBe("complete");
    expect(await getMessage(receive(id, [{ item_id: cement.id, quantity: 1 }]))).toContain("clos");
  });

  it("in former steps is received, expected and reckoned in those of today", async () => {
    const setStep = (size: number) =>
      admin`update public.products set unit = 'metre', step_size = ${size} where id = ${cement.id}`;
    const listCosts = () =>
      runAs(
        api,
        staff.manager,
        (tx) => tx`select last_cost, average_cost from public.item_costs(${cement.id})`,
      );
    await setStep(1);
    const id = await save([{ item_id: cement.id, quantity: 100, unit_cost: 75 }]);
    await receive(id, [{ item_id: cement.id, quantity: 40 }]);
    expect(await listCosts()).toEqual([{ last_cost: 75, average_cost: 75 }]);
    await setStep(0.5);
    expect(await listCosts()).toEqual([{ last_cost: 38, average_cost: 38 }]);
    await admin`delete from private.reorder_items`;
    await admin`
      insert into private.reorder_items (item_id, product_id, sold_quantity, days_left)
      values (${cement.id}, ${cement.id}, 9000, 1)`;
    const listToReorder = () =>
      runAs(api, staff.manager, (tx) => tx`select incoming, last_cost from public.items_to_reorder(30)`);
    expect(await listToReorder()).toEqual([{ incoming: 120, last_cost: 38 }]);
    // 50 m had been there, and 10 of the 60 m that are missing come.
    await receive(id, [{ item_id: cement.id, quantity: 10 }]);
    expect(await getStock(admin, cement)).toBe(120);
    const other = await save([{ item_id: cement.id, quantity: 100, unit_cost: 50 }]);
    await receive(other, [{ item_id: cement.id, quantity: 100 }]);
    // 100 half metres at 37.50 and 100 at 50.
    expect(await listCosts()).toEqual([{ last_cost: 50, average_cost: 44 }]);
    await setStep(1);
    expect(await listCosts()).toEqual([{ last_cost: 100, average_cost: 88 }]);
    expect(await listToReorder()).toEqual([{ incoming: 50, last_cost: 100 }]);
    await expectExactLedger();
  });

  it("has its price when the invoice comes, also for what has arrived", async () => {
    const lines = [{ item_id: cement.id, quantity: 10 }];
    const id = await save(lines);
    await receive(id, lines);
    const listCosts = () =>
      runAs(
        api,
        staff.manager,
        (tx) => tx`select last_cost, average_cost from public.item_costs(${cement.id})`,
      );
    expect(await listCosts()).toEqual([]);
    const correct = async (unit_cost: number | null) =>
      save([{ item_id: cement.id, quantity: 10, unit_cost }], {
        id,
        actor: staff.manager,
        version: await getVersion(id),
        number: "BL-77",
      });
    await correct(45_000);
    await correct(4500);
    expect(await listCosts()).toEqual([{ last_cost: 4500, average_cost: 4500 }]);
    await correct(null);
    expect(await listCosts()).toEqual([]);
    await expectExactLedger();
  });

  it("with nonsense is refused with its reason", async () => {
    const line = { item_id: cement.id, quantity: 1 };
    for (const [lines, reason] of [
      [[], "de 1 à 500"],
      [[{ ...line, quantity: 0 }], "nombre entier"],
      [[{ ...line, quantity: 1.5 }], "nombre entier"],
      [[{ ...line, unit_cost: -1 }], "prix d'achat"],
      [[line, line], "deux fois"],
      [[{ item_id: randomUUID(), quantity: 1 }], "plus au catalogue"],
      [[{ item_id: "x", quantity: 1 }], "plus au catalogue"],
    ] as [Line[], string][])
      expect(await getMessage(save(lines))).toContain(reason);
    expect(await getMessage(save([line], { number: " " }))).toContain("numéro");
    const id = await save([line]);
    expect(await getMessage(receive(id, [{ ...line, quantity: 0 }]))).toContain("nombres entiers");
    expect(await getMessage(receive(id, [line, line]))).toContain("nombres entiers");
    expect(await getMessage(receive(id, [{ item_id: paint.id, quantity: 1 }]))).toContain("nombres entiers");
    expect(await getSqlState(receive(randomUUID(), [line]))).toBe("PT404");
    await admin`delete from public.products where id = ${cement.id}`;
    expect(await getMessage(receive(id, [line]))).toContain("plus au catalogue");
  });

  it("tells its costs and the margin only to whoever has the right", async () => {
    const id = await save([{ item_id: cement.id, quantity: 30, unit_cost: 4000 }]);
    await receive(id, [{ item_id: cement.id, quantity: 30 }]);
    const other = await save([{ item_id: cement.id, quantity: 10, unit_cost: 5000 }]);
    await receive(other, [{ item_id: cement.id, quantity: 10 }]);
    const listCosts = (actor: Actor) =>
      runAs(
        api,
        actor,
        (tx) => tx`select price, last_cost, average_cost from public.item_costs(${cement.id})`,
      );
    expect(await listCosts(staff.manager)).toEqual([{ price: 6000, last_cost: 5000, average_cost: 4250 }]);
    expect(await listCosts(staff.stock)).toEqual([]);
    const listReceipt = (actor: Actor) =>
      runAs(api, actor, (tx) => tx`select unit_cost from public.receipt_costs(${id})`);
    expect(await listReceipt(staff.manager)).toEqual([{ unit_cost: 4000 }]);
    expect(await listReceipt(staff.stock)).toEqual([]);
    // An error tells no costs either.
    await receive(other, [{ item_id: cement.id, quantity: 999_990 }]);
    const tooMany = call(staff.stock, "receive_goods", {
      id: randomUUID(),
      receipt_id: other,
      lines: [{ item_id: cement.id, quantity: 1 }],
    });
    await expect(tooMany).rejects.toMatchObject({ message: expect.stringContaining("au plus 1 000 000") });
    await expect(tooMany).rejects.not.toHaveProperty("detail");
    const readDirectly = runAs(api, staff.stock, (tx) => tx`select unit_cost from public.receipt_lines`);
    expect(await getSqlState(readDirectly)).toBe("42501");
  });
});

describe("a count", () => {
  const begin = async (values: object = {}) => {
    const id = randomUUID();
    await call(staff.stock, "open_stock_count", { id, name: "Rayon A", ...values });
    return id;
  };
  const count = (
    of: string,
    product: { id: string },
    quantity: number | string,
    actor = staff.stock,
    id = randomUUID(),
  ) => call(actor, "save_count_line", { id, count_id: of, item_id: product.id, quantity });
  const close = (id: string, actor = staff.manager) =>
    runAs(api, actor, (tx) => tx<{ booked: number }[]>`select public.close_stock_count(${id}) as booked`);
  const sell = (product: StoredProduct, quantity: number) =>
    runAs(api, awa, (tx) => insertOrder(tx, createOrderInput([{ product, quantity }])));
  const prepare = (id: string) =>
    call(staff.manager, "record_order_event", { id: randomUUID(), order_id: id, kind: "prepared" });

  it("books the difference of its moment, while the shop sells on", async () => {
    const id = await begin();
    const line = randomUUID();
    // The first answer was lost, and the quantity corrected.
    await count(id, cement, 9, staff.stock, line);
    await count(id, cement, 8, staff.stock, line);
    await count(id, paint, 4);
    const order = await sell(cement, 3);
    await prepare(order.id);
    expect(await close(id)).toEqual([{ booked: 1 }]);
    // 10 in the ledger, 8 on the shelf, 3 of them sold since.
    expect(await getStock(admin, cement)).toBe(5);
    expect(await listMovements(cement)).toEqual([{ kind: "count", quantity: -2, unit_cost: null }]);
    expect(await listMovements(paint)).toEqual([]);
    await expectExactLedger();
    expect(await getMessage(close(id))).toContain("terminé");
    expect(await getMessage(count(id, cement, 1))).toContain("terminé");
  });

  it("expects what is sold and not prepared yet on the shelf", async () => {
    await sell(cement, 3);
    const prepared = await sell(cement, 2);
    await prepare(prepared.id);
    const id = await begin();
    // 5 for sale and 3 of an order that nobody has prepared.
    await count(id, cement, 8);
    const lines = await runAs(
      api,
      staff.stock,
      (tx) => tx`select quantity, expected_quantity, reserved_quantity from public.list_count_lines(${id})`,
    );
    expect(lines).toEqual([{ quantity: 8, expected_quantity: 8, reserved_quantity: 3 }]);
    expect(await close(id)).toEqual([{ booked: 0 }]);
    expect(await getStock(admin, cement)).toBe(5);
  });

  it("expects the steps of today of an order in former ones", async () => {
    await admin`update public.products set unit = 'metre', step_size = 1 where id = ${cement.id}`;
    await sell(cement, 3);
    await admin`update public.products set step_size = 0.5 where id = ${cement.id}`;
    const id = await begin();
    // 7 m for sale and the 3 m of the order.
    await count(id, cement, 20);
    expect(await close(id)).toEqual([{ booked: 0 }]);
    expect(await getStock(admin, cement)).toBe(14);
  });

  it("books its difference in the steps of the day on which it is closed", async () => {
    await admin`update public.products set unit = 'metre', step_size = 1 where id = ${cement.id}`;
    await sell(cement, 3);
    const id = await begin();
    // Two of the ten metres are missing.
    await count(id, cement, 8);
    await admin`update public.products set step_size = 0.5 where id = ${cement.id}`;
    expect(await close(id)).toEqual([{ booked: 1 }]);
    expect(await getStock(admin, cement)).toBe(10);
    await expectExactLedger();
  });

  it("of one shelf by two people shows a conflict until one of them holds", async () => {
    const id = await begin();
    await count(id, cement, 9, staff.stock);
    await count(id, cement, 7, staff.manager);
    const list = (actor: Actor) =>
      runAs(
        api,
        actor,
        (tx) => tx<{ id: string; quantity: number; is_conflict: boolean; is_own: boolean }[]>`
          select id, quantity, is_conflict, is_own from public.list_count_lines(${id})`,
      );
    expect(await list(staff.stock)).toMatchObject([
      { quantity: 7, is_conflict: true, is_own: false },
      { quantity: 9, is_conflict: true, is_own: true },
    ]);
    expect(await getMessage(close(id))).toMatch(/diffèrent, choisissez-en un : Ciment/);
    const [theirs] = await list(staff.stock);
    await runAs(api, staff.stock, (tx) => tx`select public.discard_count_line(${theirs?.id ?? ""})`);
    await close(id);
    expect(await getStock(admin, cement)).toBe(9);
  });

  it("by two people between whom something was sold is no conflict", async () => {
    const id = await begin();
    await count(id, cement, 9, staff.stock);
    const order = await sell(cement, 4);
    await prepare(order.id);
    await count(id, cement, 5, staff.manager);
    await close(id);
    expect(await getStock(admin, cement)).toBe(5);
    await expectExactLedger();
  });

  it.each([["one after the other"], ["at once"]])(
    "beside another count of the same item, both closed %s, books what is missing once",
    async (how) => {
      const shelf = await begin();
      const category = await begin();
      await count(shelf, cement, 7);
      await sell(cement, 2);
      // Three are missing, and the two that are sold still lie there.
      await count(category, cement, 7, staff.manager);
      if (how === "at once") await Promise.all([close(shelf), close(category)]);
      else for (const id of [shelf, category]) await close(id);
      expect(await getStock(admin, cement)).toBe(5);
      await expectExactLedger();
    },
  );

  it("that is sent twice keeps its moment, and a new one replaces it", async () => {
    const id = await begin();
    const line = randomUUID();
    await count(id, cement, 10, staff.stock, line);
    await prepare((await sell(cement, 2)).id);
    await count(id, cement, 10, staff.stock, line);
    await close(id);
    expect(await getStock(admin, cement)).toBe(8);
    const again = await begin();
    await count(again, cement, 3);
    await count(again, cement, 6);
    await close(again);
    expect(await getStock(admin, cement)).toBe(6);
  });

  it("never makes a stock negative, when more was sold than was there", async () => {
    const id = await begin();
    await count(id, cement, 2);
    await prepare((await sell(cement, 9)).id);
    await close(id);
    expect(await getStock(admin, cement)).toBe(0);
    await expectExactLedger();
  });

  it("of a shelf lists what nobody has counted yet", async () => {
    await admin`update public.products set shelf = 'Z9' where id = any (${[cement.id, paint.id]})`;
    const id = await begin({ shelf: "Z9" });
    await count(id, cement, 10);
    expect(
      await runAs(api, staff.stock, (tx) => tx`select name, stock from public.uncounted_items(${id})`),
    ).toEqual([{ name: "Peinture", stock: 4 }]);
    await runAs(api, staff.manager, (tx) => tx`select public.cancel_stock_count(${id})`);
    expect(await getStock(admin, cement)).toBe(10);
  });

  it("with nonsense, or without the right, is refused", async () => {
    expect(await getMessage(begin({ name: " " }))).toContain("nom");
    expect(await getMessage(begin({ shelf: "A", category_id: randomUUID() }))).toContain("invalide");
    expect(await getMessage(begin({ category_id: randomUUID() }))).toContain("catégorie");
    const id = await begin();
    for (const quantity of [-1, 1.5, "beaucoup", 1_000_001])
      expect(await getMessage(count(id, cement, quantity))).toContain("nombre entier");
    expect(await getMessage(count(id, { id: randomUUID() }, 1))).toContain("plus au catalogue");
    expect(await getSqlState(count(randomUUID(), cement, 1))).toBe("PT404");
    expect(await getSqlState(close(id, staff.stock))).toBe("42501");
    expect(await getSqlState(count(id, cement, 1, staff.sales))).toBe("42501");
    expect(await getMessage(count(id, cement, 1, staff.sales))).toBe("Votre rôle ne permet pas cette action");
    expect(await getMessage(count(id, cement, 1, awa))).toBe("Vous n'avez pas les droits d'administrateur");
  });

  it("that is closed twice at once books once", async () => {
    const id = await begin();
    await count(id, cement, 4);
    const results = await Promise.all([1, 2, 3].map(() => getSqlState(close(id))));
    expect(results.filter((code) => code === null)).toHaveLength(1);
    expect(await getStock(admin, cement)).toBe(4);
  });
});

it("the reorder list suggests what the sales of ninety days need, without what is on its way", async () => {
  await createOrder(admin, { id: awa.id ?? "" }, { lines: [{ product: paint, quantity: 3 }] });
  const list = async (days: number, actor = staff.stock) => {
    const rows = await runAs(
      api,
      actor,
      (tx) => tx<{ product_id: string; stock: number; incoming: number; suggested_quantity: number }[]>`
        select product_id, stock, incoming, suggested_quantity from public.items_to_reorder(${days})`,
    );
    return rows.filter(({ product_id }) => product_id === paint.id);
  };
  await admin`delete from private.reorder_items`;
  await admin`select private.refresh_reorder_items()`;
  expect(await list(30)).toEqual([]);
  expect(await list(90)).toEqual([{ product_id: paint.id, stock: 1, incoming: 0, suggested_quantity: 2 }]);
  const receipt = { id: randomUUID(), supplier_id: supplier, number: "BL 90" };
  await call(staff.stock, "save_receipt", { ...receipt, lines: [{ item_id: paint.id, quantity: 1 }] });
  expect(await list(90)).toMatchObject([{ incoming: 1, suggested_quantity: 1 }]);
  expect(await getSqlState(list(90, staff.sales))).toBe("42501");
});

it("the reorder list counts what was sold in the steps of today", async () => {
  await admin`update public.products set unit = 'metre', stock = 100 where id = ${cement.id}`;
  await createOrder(admin, { id: awa.id ?? "" }, { lines: [{ product: cement, quantity: 30 }] });
  await admin`update public.products set step_size = 0.5 where id = ${cement.id}`;
  await createOrder(admin, { id: awa.id ?? "" }, { lines: [{ product: cement, quantity: 30 }] });
  await admin`delete from private.reorder_items`;
  await admin`select private.refresh_reorder_items()`;
  expect(
    await admin`select sold_quantity, days_left from private.reorder_items where product_id = ${cement.id}`,
  ).toEqual([{ sold_quantity: 90, days_left: "110.0" }]);
});

it("an item is found by its bar code, its reference or its name", async () => {
  await admin`update public.products set barcode = '6191234567890', reference = 'CIM-45' where id = ${cement.id}`;
  for (const query of ["6191234567890", "CIM-45", "cim-45"]) {
    const found = await runAs(api, staff.stock, (tx) => tx`select id from public.find_stock_items(${query})`);
    expect(found).toEqual([{ id: cement.id }]);
  }
  expect(
    (await runAs(api, staff.stock, (tx) => tx`select name from public.find_stock_items('peinture')`)).length,
  ).toBeGreaterThan(0);
});
