/** Orders that staff enter, change and split: their amounts, their stock, their history, and who may do what. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  EMPTY_ORDER,
  isTold,
  type StaffOrder,
  type StaffOrderLine,
  toSentOrder,
} from "#app/features/admin/order-entry/staff-order.ts";
import type { StaffRole } from "#app/lib/supabase/database.types.ts";
import type { Sql, TransactionSql } from "#backend/core/database/database.ts";
import {
  type Actor,
  createAnonymousActor,
  createCustomerActor,
  createStaff,
  getSqlState,
  runAs,
  visitor,
} from "#tests/support/actors.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { createOrderInput, getStock, insertOrder, type PricedProduct } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";

let database: TestDatabase;
let admin: Sql;
let api: Sql;
let awa: Actor;
let staff: Record<StaffRole, Actor>;
let cement: PricedProduct;
let paint: PricedProduct;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  api = database.connect("authenticator", 10);
  awa = await createCustomerActor(admin, "awa@example.com");
  await admin`update auth.users set confirmation_sent_at = now(), email_confirmed_at = now() where id = ${awa.id}`;
  staff = await createStaff(admin);
});
afterAll(() => database.drop());
beforeEach(async () => {
  cement = await createProduct(admin, { price: 6000, stock: 600 });
  paint = await createProduct(admin, { price: 3333, stock: 10 });
});

interface Line {
  id?: string;
  position?: number;
  quantity: number;
  discount?: number;
}

/** What the screen sends for a call: two products to Ouagadougou. */
function createCall(values: Record<string, unknown> = {}) {
  return {
    id: randomUUID(),
    customer_name: "Moussa Kaboré",
    customer_phone: "70 99 88 77",
    shipping_address: { address: "Pissy, derrière la pharmacie", city: "Ouagadougou" },
    source: "phone",
    payment_method: "cod",
    items: [
      { id: cement.id, quantity: 5 },
      { id: paint.id, quantity: 3 },
    ] satisfies Line[],
    ...values,
  };
}

interface Placed {
  id: string;
  number: string;
  total_amount: number;
}
interface Changed {
  total_amount: number;
  previous_total: number;
  paid_amount: number;
  updated_at: Date;
}
interface Split extends Placed {
  first_total: number;
}

async function callFunction<T extends object>(actor: Actor, call: (tx: TransactionSql) => Promise<T[]>) {
  const [row] = await runAs(api, actor, call);
  if (!row) throw new Error("The function returned no row");
  return row;
}

const place = (order: object, actor = staff.sales) =>
  callFunction(actor, (tx) => tx<Placed[]>`select * from public.place_staff_order(${tx.json({ ...order })})`);

const getVersion = async (id: string) => {
  const [row] = await admin<{ version: string }[]>`
    select updated_at::text as version from public.orders where id = ${id}`;
  return row?.version ?? "";
};

async function change(
  id: string,
  values: object,
  { actor = staff.sales, version }: { actor?: Actor; version?: string } = {},
) {
  const expected = version ?? (await getVersion(id));
  return await callFunction(
    actor,
    (tx) => tx<Changed[]>`
      select * from public.change_order(${id}, ${expected}::text::timestamptz, ${tx.json({ id: randomUUID(), ...values })})`,
  );
}

async function split(id: string, lines: Line[], values: object = {}, actor = staff.sales) {
  const expected = await getVersion(id);
  return await callFunction(
    actor,
    (tx) => tx<Split[]>`
      select * from public.split_order(${id}, ${expected}::text::timestamptz, ${tx.json({ id: randomUUID(), lines: lines.map((line) => ({ ...line })), ...values })})`,
  );
}

async function getOrder(id: string) {
  const [order] = await admin<
    {
      user_id: string | null;
      stage: string;
      source: string;
      total_amount: number;
      shipping_amount: number;
      discount_amount: number;
      discount_reason: string | null;
      items_count: number;
      zone_name: string | null;
      pickup_point_name: string | null;
      reservation_ends_at: Date | null;
      stock_released_at: Date | null;
      payment_info: { method: string; items: { quantity: number }[] };
    }[]
  >`select * from public.orders where id = ${id}`;
  if (!order) throw new Error(`no order ${id}`);
  return order;
}
const listLines = (id: string) => admin<
  { position: number; unit_price: number; quantity: number; discount_amount: number }[]
>`
  select position, unit_price::integer, quantity, discount_amount from public.order_items
  where order_id = ${id} order by position`;
const listEvents = (id: string) => admin<{ kind: string; actor_id: string; data: Record<string, unknown> }[]>`
  select kind, actor_id, data from public.order_events where order_id = ${id} order by recorded_at`;
const listMails = (kind: string) => admin<{ recipient: string }[]>`
  select recipient from public.mails where kind = ${kind} order by created_at`;

async function getMessage(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  return "";
}

describe("an order that staff enter", () => {
  it("is computed like one of the shop's pages, and needs no call", async () => {
    const { id, number, total_amount } = await place(createCall({ notes: "  Portail bleu ", total: 41_999 }));
    expect(number).toMatch(/^ORD-\d{6}$/);
    expect(total_amount).toBe(5 * 6000 + 3 * 3333 + 2000);
    expect(await getOrder(id)).toMatchObject({
      user_id: null,
      stage: "confirmed",
      source: "phone",
      shipping_amount: 2000,
      discount_amount: 0,
      items_count: 8,
      reservation_ends_at: null,
    });
    expect(await listLines(id)).toMatchObject([
      { unit_price: 6000, quantity: 5 },
      { unit_price: 3333, quantity: 3 },
    ]);
    expect(await getStock(admin, cement)).toBe(595);
    expect(await listEvents(id)).toEqual([
      { kind: "confirmed", actor_id: staff.sales.id, data: { source: "phone" } },
    ]);
  });

  it("belongs to the account that was found, whose owner reads it and is written to", async () => {
    const before = await listMails("order_confirmation");
    const { id } = await place(createCall({ customer_id: awa.id }));
    const { id: foreign } = await place(createCall());
    const read = await runAs(api, awa, (tx) => tx<{ id: string }[]>`select id from public.orders`);
    expect(read.map((order) => order.id)).toContain(id);
    expect(read.map((order) => order.id)).not.toContain(foreign);
    expect(await listMails("order_confirmation")).toHaveLength(before.length + 1);
  });

  it("belongs to no account whose number nobody has proven", async () => {
    const stranger = await createAnonymousActor(admin);
    await admin`update public.profiles set phone = '+22670998877' where id = ${stranger.id}`;
    expect(await getMessage(place(createCall({ customer_id: stranger.id })))).toContain("sans compte");
    const accounts = await runAs(
      api,
      staff.sales,
      (tx) => tx`select is_anonymous from public.search_customers('70998877')`,
    );
    expect([...accounts]).toEqual([{ is_anonymous: true }]);
  });

  it("may be taken along from the counter, or be fetched, without an address or a fee", async () => {
    const { total_amount } = await place(createCall({ source: "counter", shipping_address: {} }));
    expect(total_amount).toBe(5 * 6000 + 3 * 3333);
    const [point] = await admin<{ id: string }[]>`
      insert into public.pickup_points (name, address, town)
      values (${randomUUID()}, 'Avenue Kwamé', 'Ouagadougou') returning id`;
    const fetched = await place(createCall({ shipping_address: {}, pickup_point_id: point?.id }));
    expect(fetched.total_amount).toBe(total_amount);
  });

  it("counts once, however often it is sent", async () => {
    const call = createCall();
    const [first, second] = await Promise.all([place(call), place(call)]);
    expect(second).toEqual(first);
    await change(first.id, { items: [{ id: cement.id, quantity: 1 }] });
    expect(await place({ ...call, total: 1 })).toMatchObject({ id: first.id, number: first.number });
    expect(await getStock(admin, cement)).toBe(599);
    const other = place({ ...call, customer_name: "Quelqu'un d'autre" });
    expect(await getSqlState(other)).toBe("YA004");
    expect(await getMessage(other)).toContain(
      `déjà passée avec un autre contenu, sous le numéro ${first.number}`,
    );
  });

  it("goes beyond the limits of visitors: the contractor's 500 bags", async () => {
    const { total_amount } = await place(createCall({ items: [{ id: cement.id, quantity: 500 }] }));
    expect(total_amount).toBe(500 * 6000 + 2000);
    const calls = Array.from({ length: 8 }, () =>
      place(createCall({ items: [{ id: cement.id, quantity: 1 }] })),
    );
    expect(await Promise.all(calls)).toHaveLength(8);
  });

  it.each<[string, object, string]>([
    ["without a name", { customer_name: " " }, "nom est requis"],
    ["with a long name", { customer_name: "x".repeat(201) }, "nom compte au plus 200 caractères"],
    [
      "with a long address",
      { shipping_address: { address: "x".repeat(501), city: "Ouagadougou" } },
      "adresse compte au plus 500 caractères",
    ],
    [
      "with a long town",
      { shipping_address: { address: "Pissy, portail bleu", city: "x".repeat(121) } },
      "ville compte au plus 120 caractères",
    ],
    [
      "with a long reason",
      { discount: 100, discount_reason: "x".repeat(201) },
      "motif compte au plus 200 caractères",
    ],
    ["without a number", { customer_phone: "12" }, "téléphone invalide"],
    ["with two numbers", { customer_phone: "70112233/76543210" }, "téléphone invalide"],
    ["without an address", { shipping_address: { city: "Ouagadougou" } }, "Adresse requise"],
    ["without a town", { shipping_address: { address: "Pissy, portail bleu" } }, "Ville requise"],
    ["from nowhere", { source: "web" }, "d'où vient"],
    ["from an unknown source", { source: "fax" }, "invalide"],
    ["without lines", { items: [] }, "au moins un article"],
    ["for yesterday", { delivery_day: "2020-01-01" }, "Ce jour est passé"],
    ["for half a day without a day", { delivery_half: "morning" }, "Choisissez le jour"],
    ["with half a franc off", { discount: 0.5, discount_reason: "Fidélité" }, "nombre entier de francs"],
    ["with a discount without a reason", { discount: 100 }, "motif de la remise"],
    ["with a negative fee", { fee: -1 }, "frais sont un nombre entier"],
    ["with another total than was told", { total: 41_000 }, "41 999 XOF"],
  ])("is refused %s", async (_, values, message) => {
    expect(await getMessage(place(createCall({ ...values })))).toContain(message);
    expect(await getStock(admin, cement)).toBe(600);
  });

  it("is refused with impossible lines", async () => {
    const attempt = (...items: Line[]) => getSqlState(place(createCall({ items })));
    expect(await attempt({ id: paint.id, quantity: 11 })).toBe("YA002");
    expect(await attempt({ id: randomUUID(), quantity: 1 })).toBe("YA003");
    expect(await attempt({ id: paint.id, quantity: 1 }, { id: paint.id, quantity: 1 })).toBe("YA007");
    expect(await attempt({ id: paint.id, quantity: 1.5 })).toBe("YA007");
    expect(await getSqlState(place(createCall({ items: [null] })))).toBe("YA007");
  });

  it("is not for customers, whose own orders have the source and the discounts of the shop's pages", async () => {
    expect(await getSqlState(place(createCall(), awa))).toBe("42501");
    expect(await getSqlState(place(createCall(), visitor))).toBe("42501");
    const insert = (column: string, value: string | number) =>
      runAs(
        api,
        awa,
        (tx) => tx`
          insert into public.orders (id, customer_name, customer_phone, total_amount, items_count, shipping_address,
            payment_info, ${tx(column)})
          values (${randomUUID()}, 'Awa', '70112233', 1, 1, '{}', '{}', ${value})`,
      );
    expect(await getSqlState(insert("source", "phone"))).toBe("42501");
    expect(await getSqlState(insert("discount_amount", 100))).toBe("42501");
    expect(await getSqlState(insert("split_from_id", randomUUID()))).toBe("42501");
  });
});

describe("a discount", () => {
  const reason = { discount_reason: "Client fidèle" };

  it("on a line stays there, and one on the whole is shared to the franc", async () => {
    const items = [
      { id: cement.id, quantity: 5, discount: 500 },
      { id: paint.id, quantity: 3 },
    ];
    const { id, total_amount } = await place(createCall({ items, discount: 1000, ...reason }));
    expect(total_amount).toBe(5 * 6000 + 3 * 3333 + 2000 - 1500);
    expect(await getOrder(id)).toMatchObject({ discount_amount: 1500, discount_reason: "Client fidèle" });
    const lines = await listLines(id);
    expect(lines.map((line) => line.discount_amount)).toEqual([500 + 746, 254]);
  });

  it.each<[StaffRole, number]>([
    ["sales", 10],
    ["manager", 30],
  ])("of a role (%s) has its limit, a lower fee included", async (role, percent) => {
    const amount = 5 * 6000 + 3 * 3333 + 2000;
    const most = Math.floor((amount * percent) / 100);
    const attempt = (values: object) => getMessage(place(createCall({ ...reason, ...values }), staff[role]));
    expect(await attempt({ discount: most + 1 })).toContain(`${percent} % au plus`);
    expect(await attempt({ discount: most - 1999, fee: 0 })).toContain(`${percent} % au plus`);
    expect(await attempt({ discount: most - 2000, fee: 0 })).toBe("");
    expect(await attempt({ discount: most })).toBe("");
    // A higher fee is no discount.
    expect(await attempt({ fee: 9000 })).toBe("");
  });

  it("of an owner has none but the amount, and other roles enter no orders", async () => {
    const items = [{ id: cement.id, quantity: 1 }];
    const all = await place(createCall({ items, discount: 6000, fee: 0, ...reason }), staff.owner);
    expect(all.total_amount).toBe(0);
    const beyond = place(createCall({ items, discount: 6001, ...reason }), staff.owner);
    expect(await getMessage(beyond)).toContain("dépasse le montant");
    for (const role of ["stock", "courier"] as const) {
      expect(await getSqlState(place(createCall({ items }), staff[role]))).toBe("42501");
    }
  });

  it("limit is changed by owners alone", async () => {
    const set = (actor: Actor) =>
      runAs(
        api,
        actor,
        (tx) => tx`
        update public.discount_limits set maximum_percent = maximum_percent where role = 'sales' returning role`,
      );
    expect(await set(staff.manager)).toHaveLength(0);
    expect(await set(staff.owner)).toHaveLength(1);
  });

  it("leaves no franc over when the pieces of a line come back one by one", async () => {
    const items = [{ id: paint.id, quantity: 7, discount: 1000 }];
    const { id } = await place(createCall({ items, ...reason }));
    const credits = await admin<{ credit: number }[]>`
      select private.get_line_credit(jsonb_populate_record(i, jsonb_build_object('returned_quantity', n)), 1) as credit
      from public.order_items i cross join generate_series(0, 6) n where i.order_id = ${id}`;
    const sum = credits.reduce((total, { credit }) => total + credit, 0);
    expect(sum).toBe(7 * 3333 - 1000);
    expect(new Set(credits.map(({ credit }) => credit))).toEqual(new Set([3190, 3191]));
  });
});

describe("a preview", () => {
  const preview = async (order: object, of: string | null = null, actor = staff.sales) =>
    await callFunction(
      actor,
      (tx) => tx<
        { total: string; fee: number; maximum_percent: number | null; lines: { available: number }[] }[]
      >`
        select * from public.preview_staff_order(${tx.json({ ...order })}, ${of})`,
    );

  it("says what the order costs once it is placed, and takes nothing", async () => {
    const call = createCall({ discount: 999, discount_reason: "Fidélité" });
    const shown = await preview(call);
    expect(shown).toMatchObject({ fee: 2000, maximum_percent: 10 });
    expect(shown.lines).toMatchObject([{ available: 600 }, { available: 10 }]);
    expect(await getStock(admin, cement)).toBe(600);
    const placed = await place({ ...call, total: Number(shown.total) });
    expect(placed.total_amount).toBe(Number(shown.total));
    // What the order holds is available to it.
    const again = await preview({ items: [{ position: 2, quantity: 10 }] }, placed.id);
    expect(again.lines).toMatchObject([{ available: 10 }]);
  });

  it("of an empty order costs nothing, and is for those who enter orders", async () => {
    expect(await preview({ items: [] })).toMatchObject({ lines: [], maximum_percent: 10 });
    expect(await getSqlState(preview({ items: [] }, null, staff.stock))).toBe("42501");
  });
});

describe("a draft", () => {
  const save = (id: string, actor = staff.sales) =>
    runAs(
      api,
      actor,
      (tx) => tx`
      insert into public.order_drafts (id, label, data) values (${id}, 'Moussa', '{"source": "phone"}')`,
    );
  const list = (actor: Actor) =>
    runAs(
      api,
      actor,
      (tx) => tx<{ id: string; author_name: string }[]>`select id, author_name from public.order_drafts`,
    );

  it("is the team's, and gone once its order is placed", async () => {
    const call = createCall();
    await save(call.id);
    expect(await list(staff.manager)).toContainEqual({ id: call.id, author_name: "sales" });
    expect(await list(staff.courier)).toEqual([]);
    expect(await getSqlState(save(randomUUID(), awa))).toBe("42501");
    await place(call, staff.manager);
    expect(await list(staff.sales)).toEqual([]);
    // A tab that had not heard of it.
    expect(await getSqlState(save(call.id))).toBe("YA004");
  });

  it("is one of so many", async () => {
    await admin`update public.limits set maximum = 2 where name = 'order_drafts'`;
    await save(randomUUID(), staff.owner);
    await save(randomUUID(), staff.owner);
    expect(await getSqlState(save(randomUUID(), staff.owner))).toBe("PT429");
  });
});

describe("a change", () => {
  let id: string;
  beforeEach(async () => {
    ({ id } = await place(createCall({ customer_id: awa.id })));
  });

  it("moves the stock by the difference, keeps old prices, and is in the history", async () => {
    const glue = await createProduct(admin, { price: 1000, stock: 4 });
    await admin`update public.products set price = 9999 where id = ${cement.id}`;
    const mails = await listMails("order_changed");
    const items = [
      { position: 1, quantity: 8 },
      { id: glue.id, quantity: 4 },
    ];
    const total = 8 * 6000 + 4 * 1000 + 2000;
    expect(await change(id, { items, total, reason: "Il a rappelé" })).toMatchObject({
      total_amount: total,
      previous_total: 41_999,
    });
    expect(await Promise.all([cement, paint, glue].map((product) => getStock(admin, product)))).toEqual([
      592, 10, 0,
    ]);
    expect(await getOrder(id)).toMatchObject({
      items_count: 12,
      payment_info: { items: [{ quantity: 8 }, { quantity: 4 }] },
    });
    const events = await listEvents(id);
    expect(events.at(-1)).toMatchObject({
      kind: "changed",
      actor_id: staff.sales.id,
      data: {
        total_before: 41_999,
        total_after: total,
        reason: "Il a rappelé",
        lines: [
          { before: 5, after: 8 },
          { before: 3, after: 0 },
          { before: 0, after: 4 },
        ],
      },
    });
    expect(await listMails("order_changed")).toHaveLength(mails.length + 1);
  });

  it("of the notes alone is told nobody, and stands in the history of the staff", async () => {
    const mails = await listMails("order_changed");
    const listTold = () =>
      runAs(api, awa, (tx) => tx<{ kind: string }[]>`select kind from public.order_timeline(${id})`);
    const told = await listTold();
    await change(id, { notes: "Client pressé" });
    await change(id, {
      items: [
        { position: 1, quantity: 5 },
        { position: 2, quantity: 3 },
      ],
      fee: 2000,
    });
    expect(await listMails("order_changed")).toEqual(mails);
    expect(await listTold()).toEqual(told);
    expect((await listEvents(id)).filter(({ kind }) => kind === "changed").map(({ data }) => data)).toEqual([
      { total_before: 41_999, total_after: 41_999, fields: ["notes"], content: expect.any(String) },
      { total_before: 41_999, total_after: 41_999, content: expect.any(String) },
    ]);
    await change(id, { notes: "", payment_method: "mobile_money" });
    expect(await listMails("order_changed")).toHaveLength(mails.length + 1);
    expect(await listTold()).toHaveLength(told.length + 1);
  });

  it("is told the customer exactly when the screen says so", async () => {
    const toLine = (product: PricedProduct, position: number, quantity: string): StaffOrderLine => ({
      ...{ id: product.id, position, name: "", image: null, unit_price: product.price },
      ...{ quantity, discount: "", sold_by: {} },
    });
    const lines = [toLine(cement, 1, "5"), toLine(paint, 2, "3")];
    let stored: StaffOrder = {
      ...EMPTY_ORDER,
      ...{ customerId: awa.id, name: "Moussa Kaboré", phone: "70 99 88 77" },
      ...{ address: "Pissy, derrière la pharmacie", city: "Ouagadougou", lines },
    };
    const changes: [values: Partial<StaffOrder>, isTold: boolean][] = [
      [{ notes: "Client pressé" }, false],
      [{ discountReason: "Fidèle" }, false],
      [{ name: "Moussa Kaboré ", fee: "2 000" }, false],
      [{ name: "Moussa Ouédraogo" }, true],
      [{ phone: "76 11 22 33" }, true],
      [{ landmark: "Portail bleu" }, true],
      [{ payment: "mobile_money" }, true],
      [{ fee: "1 500" }, true],
      [{ lines: lines.slice(1) }, true],
    ];
    for (const [values, expected] of changes) {
      const changed = { ...stored, ...values };
      const { customer_id: _, source: __, ...sent } = toSentOrder(changed);
      const answer = await change(id, sent, { actor: staff.manager });
      const [event] = await admin<{ isTold: boolean }[]>`
        select private.is_told_change(data) as "isTold" from public.order_events
        where order_id = ${id} and kind = 'changed' order by recorded_at desc limit 1`;
      expect([isTold(changed, stored, answer), event?.isTold], JSON.stringify(values)).toEqual([
        expected,
        expected,
      ]);
      stored = changed;
    }
  });

  it("of the customer's number is one of the delivery's, unless that is somebody else's", async () => {
    const getPhones = async () =>
      (
        await admin`
        select customer_phone, shipping_address ->> 'phone' as delivery from public.orders where id = ${id}`
      )[0];
    await change(id, { customer_phone: "+226 70 99 88 77" });
    expect(await getPhones()).toEqual({ customer_phone: "+226 70 99 88 77", delivery: "70 99 88 77" });
    await change(id, { customer_phone: "76 11 22 33" });
    expect(await getPhones()).toEqual({ customer_phone: "76 11 22 33", delivery: "76 11 22 33" });
    expect((await listEvents(id)).at(-1)?.data).toMatchObject({ fields: ["customer_phone"] });
    const place = { address: "Pissy, derrière la pharmacie", city: "Ouagadougou", phone: "55 44 33 22" };
    await change(id, { shipping_address: place });
    await change(id, { customer_phone: "76 00 00 00" });
    expect(await getPhones()).toEqual({ customer_phone: "76 00 00 00", delivery: "55 44 33 22" });
  });

  it("of the place computes the fee anew, and another one keeps what was agreed", async () => {
    const [zone] = await admin<{ id: string }[]>`
      insert into public.delivery_zones (name) values (${randomUUID()}) returning id`;
    await admin`insert into public.delivery_places (zone_id, town) values (${zone?.id ?? ""}, 'Koudougou')`;
    await admin`insert into public.delivery_fees (zone_id, fee) values (${zone?.id ?? ""}, 5000)`;
    await change(id, { fee: 1500 });
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    expect((await change(id, { delivery_day: day, notes: "Après 15 h" })).total_amount).toBe(41_499);
    const shipping_address = { address: "Secteur 4, près du marché", city: "Koudougou" };
    expect((await change(id, { shipping_address })).total_amount).toBe(44_999);
    expect(await getOrder(id)).toMatchObject({ shipping_amount: 5000 });
    const events = await listEvents(id);
    expect(events.at(-1)?.data).toMatchObject({ fields: ["address", "fee"] });
    await admin`delete from public.delivery_zones where id = ${zone?.id ?? ""}`;
  });

  it("of a note leaves the order in its zone, which is closed since; one of its lines does not", async () => {
    const [zone] = await admin<{ id: string }[]>`
      insert into public.delivery_zones (name) values (${randomUUID()}) returning id, name`;
    await admin`insert into public.delivery_places (zone_id, town) values (${zone?.id ?? ""}, 'Kaya')`;
    await admin`insert into public.delivery_fees (zone_id, fee) values (${zone?.id ?? ""}, 700)`;
    const { id: own } = await place(
      createCall({ shipping_address: { address: "Secteur 1, marché", city: "Kaya" } }),
    );
    const before = await getOrder(own);
    expect(before).toMatchObject({ shipping_amount: 700, zone_name: expect.any(String) });
    await admin`update public.delivery_zones set is_active = false where id = ${zone?.id ?? ""}`;
    await change(own, { notes: "Portail bleu" });
    expect(await getOrder(own)).toMatchObject({ shipping_amount: 700, zone_name: before.zone_name });
    await change(own, { items: [{ position: 1, quantity: 6 }] });
    expect(await getOrder(own)).toMatchObject({ shipping_amount: 2000, zone_name: null });
    await admin`delete from public.delivery_zones where id = ${zone?.id ?? ""}`;
  });

  it("of what is fetched at a point that was deleted since leaves it there, unless a town is sent", async () => {
    const [point] = await admin<{ id: string }[]>`
      insert into public.pickup_points (name, address, town)
      values ('Dépôt de Zogona', 'Avenue Babanguida', 'Ouagadougou') returning id`;
    const { id } = await place(createCall({ shipping_address: {}, pickup_point_id: point?.id }));
    await admin`delete from public.pickup_points where id = ${point?.id ?? ""}`;
    const items: Line[] = [{ position: 1, quantity: 2 }];
    const previewFee = async (values: object) => {
      const { fee } = await callFunction(
        staff.sales,
        (tx) => tx<{ fee: number }[]>`
          select fee from public.preview_staff_order(${tx.json({ pickup_point_id: null, ...values })}, ${id})`,
      );
      return fee;
    };
    expect(await previewFee({ items, shipping_address: {} })).toBe(0);
    await change(id, { pickup_point_id: null, items });
    expect(await getOrder(id)).toMatchObject({ pickup_point_name: "Dépôt de Zogona", total_amount: 12_000 });
    await change(id, { notes: "Vient à midi" });
    const shipping_address = { address: "Pissy, derrière la pharmacie", city: "Ouagadougou" };
    expect(await previewFee({ shipping_address })).toBe(2000);
    await change(id, { pickup_point_id: null, shipping_address });
    expect(await getOrder(id)).toMatchObject({ pickup_point_name: null, total_amount: 14_000 });
  });
  it("of its lines, or into two, keeps the promised day, which another place alone changes", async () => {
    const [zone] = await admin<{ id: string }[]>`
      insert into public.delivery_zones (name, delay_hours, days)
      values (${randomUUID()}, 240, '{1,2,3,4,5,6,7}') returning id`;
    await admin`insert into public.delivery_places (zone_id, town) values (${zone?.id ?? ""}, 'Dori')`;
    await admin`insert into public.delivery_fees (zone_id, fee) values (${zone?.id ?? ""}, 2000)`;
    const { id: own } = await place(
      createCall({ shipping_address: { address: "Secteur 1, marché", city: "Dori" } }),
    );
    const findPromise = async (id: string) => {
      const [row] = await admin<{ days: number; zone: string }[]>`
        select due_day - created_at::date as days, zone_id::text as zone from public.orders where id = ${id}`;
      return row;
    };
    const promised = await findPromise(own);
    expect(promised?.days).toBeGreaterThanOrEqual(10);
    await admin`update public.delivery_zones set delay_hours = 0 where id = ${zone?.id ?? ""}`;
    await change(own, { items: [{ position: 1, quantity: 6 }] });
    expect(await findPromise(own)).toEqual(promised);
    const later = await split(own, [{ position: 1, quantity: 1 }]);
    expect(await findPromise(later.id)).toEqual(promised);
    await change(own, {
      shipping_address: { address: "Secteur 1, marché", city: "Dori", quarter: "Secteur 2" },
    });
    expect(await findPromise(own)).toEqual({ days: 1, zone: zone?.id });
    await change(own, { shipping_address: { address: "Secteur 1, marché", city: "Ouahigouya" } });
    expect(await findPromise(own)).toEqual({ days: 1, zone: null });
    await admin`delete from public.delivery_zones where id = ${zone?.id ?? ""}`;
  });

  it("to what is heavier than the last bracket of its zone needs the fee that was agreed", async () => {
    const [zone] = await admin<{ id: string }[]>`
      insert into public.delivery_zones (name) values (${randomUUID()}) returning id`;
    await admin`insert into public.delivery_places (zone_id, town) values (${zone?.id ?? ""}, 'Banfora')`;
    await admin`insert into public.delivery_fees (zone_id, fee, up_to_grams) values (${zone?.id ?? ""}, 5000, 1000)`;
    await admin`update public.products set weight_grams = 50000 where id = ${cement.id}`;
    const values = { shipping_address: { address: "Secteur 4, marché", city: "Banfora" } };
    expect(await getMessage(change(id, values))).toContain("écrivez les frais convenus");
    expect(await getMessage(change(id, { ...values, fee: 0 }))).toContain("écrivez les frais convenus");
    await change(id, { ...values, fee: 9000 });
    expect(await getOrder(id)).toMatchObject({ shipping_amount: 9000 });
    expect(await getMessage(place(createCall(values)))).toContain("écrivez les frais convenus");
    const { id: heavy } = await place(createCall({ ...values, fee: 12_000 }));
    expect(await getOrder(heavy)).toMatchObject({ shipping_amount: 12_000 });
    await admin`update public.products set weight_grams = null where id = ${cement.id}`;
    await admin`delete from public.delivery_zones where id = ${zone?.id ?? ""}`;
  });

  it("keeps the discount that an owner gave, and lets sales give no more", async () => {
    const { id: own } = await place(
      createCall({ items: [{ id: cement.id, quantity: 10 }], discount: 30_000, discount_reason: "Chantier" }),
      staff.owner,
    );
    expect(
      (await change(own, { items: [{ position: 1, quantity: 10, discount: 30_000 }] })).total_amount,
    ).toBe(32_000);
    const half = { position: 1, quantity: 5, discount: 15_000 };
    expect((await change(own, { items: [half] })).total_amount).toBe(17_000);
    const more = change(own, { items: [{ ...half, discount: 15_001 }] });
    expect(await getMessage(more)).toContain("10 % au plus");
    expect(await getMessage(change(own, { fee: 0 }))).toContain("10 % au plus");
    const larger = change(own, { items: [{ position: 1, quantity: 500, discount: 1_500_000 }] });
    expect(await getMessage(larger)).toContain("10 % au plus");
  });

  it("does not take the fee of another place or of more goods away", async () => {
    const taken = createCall({
      source: "counter",
      shipping_address: {},
      items: [{ id: cement.id, quantity: 1 }],
    });
    const { id: own, total_amount } = await place(taken);
    expect(total_amount).toBe(6000);
    const shipping_address = { address: "Pissy, derrière la pharmacie", city: "Ouagadougou" };
    expect(await getMessage(change(own, { shipping_address, fee: 0 }))).toContain("10 % au plus");
    // The owner gives the delivery, which stays given when sales correct the rest.
    expect((await change(own, { shipping_address, fee: 0 }, { actor: staff.owner })).total_amount).toBe(6000);
    const items = [{ position: 1, quantity: 2 }];
    expect((await change(own, { items, fee: 0 })).total_amount).toBe(12_000);
  });

  it("is no discount of sales where a code has made the delivery free", async () => {
    await admin`insert into public.promo_codes (code, kind) values ('LIVRAISON-OFFERTE', 'free_delivery')`;
    await admin`
      update public.orders set promo_code = 'LIVRAISON-OFFERTE', shipping_amount = 0, total_amount = total_amount - shipping_amount
      where id = ${id}`;
    const [zone] = await admin<{ id: string }[]>`
      insert into public.delivery_zones (name) values ('Fada') returning id`;
    await admin`insert into public.delivery_places (zone_id, town) values (${zone?.id ?? ""}, 'Fada')`;
    await admin`insert into public.delivery_fees (zone_id, fee) values (${zone?.id ?? ""}, 90000)`;
    await change(id, { shipping_address: { address: "Secteur 4, marché", city: "Fada" } });
    expect(await getOrder(id)).toMatchObject({ shipping_amount: 0, zone_name: "Fada" });
    await admin`delete from public.delivery_zones where id = ${zone?.id ?? ""}`;
  });

  it("takes no product that is not sold any more, whatever list of prices the customer has", async () => {
    const [list] = await admin<{ id: string }[]>`
      insert into public.price_lists (name, percent) values (${randomUUID()}, 10) returning id`;
    const mason = await createCustomerActor(admin, `${randomUUID()}@example.com`);
    await admin`
      insert into public.price_list_members (user_id, state, list_id, trade, decided_at)
      values (${mason.id}, 'granted', ${list?.id ?? ""}, 'Maçon', now())`;
    const order = await place(createCall({ customer_id: mason.id, items: [{ id: cement.id, quantity: 2 }] }));
    const items = [
      { position: 1, quantity: 2 },
      { id: randomUUID(), quantity: 1 },
    ];
    expect(await getMessage(change(order.id, { items }))).toContain("n'est plus en vente");
  });

  it("leaves an order of the web what was sent, so that it can be sent again", async () => {
    const sent = createOrderInput([{ product: cement, quantity: 2 }]);
    const send = (values: object = {}) => runAs(api, awa, (tx) => insertOrder(tx, { ...sent, ...values }));
    const stock = await getStock(admin, cement);
    await send();
    await change(sent.id, {
      items: [{ position: 1, quantity: 4 }],
      notes: "Appeler avant",
      customer_phone: "76 54 32 10",
    });
    await split(sent.id, [{ position: 1, quantity: 1 }]);
    expect(await getSqlState(send())).toBe("23505");
    expect(await getSqlState(send({ notes: "Autre" }))).toBe("YA004");
    expect(await getStock(admin, cement)).toBe(stock - 4);
  });

  it("counts once, and needs the version that was read", async () => {
    const version = await getVersion(id);
    const event = { id: randomUUID(), items: [{ position: 1, quantity: 6 }] };
    const first = await change(id, event, { version });
    expect(await change(id, event, { version })).toEqual(first);
    expect(await getMessage(change(id, { ...event, notes: "Autre" }, { version }))).toContain(
      "autre contenu",
    );
    expect(await getStock(admin, cement)).toBe(594);
    expect(await getMessage(change(id, { notes: "Autre" }, { version }))).toContain("entre-temps par sales");
    expect(await getSqlState(change(id, { notes: "Autre" }, { version }))).toBe("PT409");
    expect(await getSqlState(change(randomUUID(), {}, { version }))).toBe("PT404");
  });

  it("by two at once is done by one, and orders that swap products do not deadlock", async () => {
    const version = await getVersion(id);
    const attempts = [7, 8].map((quantity) =>
      getSqlState(change(id, { items: [{ position: 1, quantity }] }, { version })),
    );
    expect((await Promise.all(attempts)).sort()).toEqual(["PT409", null]);
    const { id: other } = await place(createCall({ items: [{ id: paint.id, quantity: 1 }] }));
    const both = (first: PricedProduct, second: PricedProduct) => ({
      items: [
        { id: first.id, quantity: 2 },
        { id: second.id, quantity: 2 },
      ],
    });
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([change(id, both(cement, paint)), change(other, both(paint, cement))]);
    }
    expect(await getStock(admin, cement)).toBe(596);
    expect(await getStock(admin, paint)).toBe(6);
  });

  it.each<[string, object, string]>([
    ["without lines", { items: [] }, "au moins un article"],
    ["beyond the stock", { items: [{ position: 2, quantity: 11 }] }, "Stock insuffisant"],
    ["of no piece", { items: [{ position: 1, quantity: 0 }] }, "nombre entier de pièces"],
    ["of a line that is not there", { items: [{ position: 9, quantity: 1 }] }, "n'est plus en vente"],
    ["with a line twice", { items: [1, 1].map((position) => ({ position, quantity: 1 })) }, "deux fois"],
    [
      "with more off a line than it costs",
      { items: [{ position: 2, quantity: 1, discount: 3334 }], discount_reason: "Rayé" },
      "dépasse le prix",
    ],
    ["without an address", { shipping_address: { city: "Ouagadougou" } }, "Adresse requise"],
    ["with another total than was told", { total: 1 }, "41 999 XOF"],
  ])("is refused %s, and nothing changes", async (_, values, message) => {
    expect(await getMessage(change(id, values))).toContain(message);
    expect(await listEvents(id)).toHaveLength(1);
    expect([await getStock(admin, cement), await getStock(admin, paint)]).toEqual([595, 7]);
  });

  it("needs an id of its own, and so does a split", async () => {
    const { id: other } = await place(createCall());
    const [event] = await admin<
      { id: string }[]
    >`select id from public.order_events where order_id = ${other}`;
    expect(await getSqlState(change(id, { id: event?.id ?? "" }))).toBe("YA004");
    expect(await getSqlState(change(id, { id: "x" }))).toBe("YA007");
    const one = [{ position: 1, quantity: 1 }];
    expect(await getSqlState(split(id, one, { id: other }))).toBe("YA004");
    expect(await getSqlState(split(id, one, { id: "x" }))).toBe("YA007");
    expect(await getSqlState(split(id, [{ position: 1, quantity: 999_999 }]))).toBe("YA007");
  });

  it("takes the stock again of an order whose stock was given back", async () => {
    const web = await runAs(api, awa, (tx) =>
      insertOrder(tx, createOrderInput([{ product: cement, quantity: 3 }])),
    );
    await admin`update public.orders set stock_released_at = now(), reservation_ends_at = null where id = ${web.id}`;
    await admin`update public.products set stock = 10 where id = ${cement.id}`;
    await change(web.id, { items: [{ position: 1, quantity: 4 }] });
    expect(await getStock(admin, cement)).toBe(6);
    expect(await getOrder(web.id)).toMatchObject({
      stage: "to_confirm",
      source: "web",
      stock_released_at: null,
    });
  });

  it("ends on the road, and is not for every role", async () => {
    for (const role of ["stock", "courier"] as const) {
      expect(await getSqlState(change(id, { notes: "x" }, { actor: staff[role] }))).toBe("42501");
    }
    expect(await getSqlState(change(id, { notes: "x" }, { actor: awa }))).toBe("42501");
    for (const kind of ["prepared", "on_road"]) {
      const event = { id: randomUUID(), order_id: id, kind };
      if (kind === "on_road") await change(id, { notes: "Encore possible" });
      await runAs(api, staff.owner, (tx) => tx`select * from public.record_order_event(${tx.json(event)})`);
    }
    expect(await getMessage(change(id, { notes: "Trop tard" }))).toContain("en route");
  });

  it("may leave more paid than due", async () => {
    const event = { id: randomUUID(), order_id: id, kind: "paid", data: { cash: 41_999 } };
    await runAs(api, staff.owner, (tx) => tx`select * from public.record_order_event(${tx.json(event)})`);
    expect(await change(id, { items: [{ position: 1, quantity: 1 }] })).toMatchObject({
      total_amount: 8000,
      paid_amount: 41_999,
    });
  });
});

it("the day that staff promise is one that the zone serves, in a new order, a changed one and a split", async () => {
  const addDays = (count: number) => {
    const date = new Date(Date.now() + count * 86_400_000);
    return { day: date.toISOString().slice(0, 10), weekday: ((date.getUTCDay() + 6) % 7) + 1 };
  };
  // One is served in three days and every week from then on, the other a day later.
  const [served, other] = [addDays(3), addDays(4)];
  const zones = await admin<{ id: string }[]>`
    insert into public.delivery_zones (name, days)
    values ('Boromo', ${[served.weekday]}), ('Houndé', ${[other.weekday]}) returning id`;
  const [boromo, hounde] = ["Boromo", "Houndé"].map((city) => ({ address: "Secteur 1, marché", city }));
  for (const [index, { id }] of zones.entries()) {
    await admin`insert into public.delivery_places (zone_id, town) values (${id}, ${["Boromo", "Houndé"][index] ?? ""})`;
    await admin`insert into public.delivery_fees (zone_id, fee) values (${id}, 1000)`;
  }
  const call = (delivery_day: string, shipping_address = boromo) =>
    createCall({ delivery_day, shipping_address });
  expect(await getMessage(place(call(other.day)))).toMatch(
    /^Nous ne livrons pas le .+ dans la zone « Boromo »/,
  );
  expect(await getMessage(place(call(addDays(3 + 28).day)))).toContain("trop lointain");
  // Any day is agreed on where no zone says days.
  await place(createCall({ delivery_day: addDays(300).day }));

  const { id: own } = await place(call(served.day));
  expect(await getMessage(change(own, { delivery_day: other.day }))).toContain("« Boromo »");
  expect(await getMessage(change(own, { shipping_address: hounde }))).toContain("« Houndé »");
  await change(own, { shipping_address: hounde, delivery_day: other.day });
  expect(
    await getMessage(split(own, [{ position: 1, quantity: 1 }], { delivery_day: served.day })),
  ).toContain("« Houndé »");
  await split(own, [{ position: 1, quantity: 1 }], { delivery_day: addDays(4 + 7).day });

  // What was promised stays when the zone changes its days.
  await admin`update public.delivery_zones set days = ${[served.weekday]} where id = ${zones[1]?.id ?? ""}`;
  await change(own, { items: [{ position: 1, quantity: 2 }] });
  await admin`delete from public.delivery_zones where id in ${admin(zones.map(({ id }) => id))}`;
});

it("what is measured is one article, and what is counted as many as its pieces", async () => {
  await admin`update public.products set unit = 'metre' where id = ${cement.id}`;
  const items = [
    { id: cement.id, quantity: 33 },
    { id: paint.id, quantity: 3 },
  ];
  const { id } = await place(createCall({ items }));
  expect(await getOrder(id)).toMatchObject({ items_count: 4 });
  const later = await split(id, [{ position: 1, quantity: 30 }]);
  expect([(await getOrder(id)).items_count, (await getOrder(later.id)).items_count]).toEqual([4, 1]);
  await change(id, { items: [{ position: 2, quantity: 2 }] });
  expect(await getOrder(id)).toMatchObject({ items_count: 2 });
});

describe("a split", () => {
  const reason = { discount_reason: "Chantier" };

  it("makes two orders whose totals sum to the one before, to the franc", async () => {
    const items = [
      { id: cement.id, quantity: 7, discount: 1001 },
      { id: paint.id, quantity: 3 },
    ];
    const before = await place(createCall({ items, discount: 998, ...reason }));
    const later = await split(before.id, [
      { position: 1, quantity: 4 },
      { position: 2, quantity: 3 },
    ]);
    expect(later.total_amount + later.first_total).toBe(before.total_amount);
    expect(later.number).not.toBe(before.number);
    const [first, second] = await Promise.all([getOrder(before.id), getOrder(later.id)]);
    expect(first).toMatchObject({ shipping_amount: 2000, items_count: 3, total_amount: later.first_total });
    expect(second).toMatchObject({ shipping_amount: 0, items_count: 7, stage: "confirmed", source: "phone" });
    expect(first.discount_amount + second.discount_amount).toBe(1999);
    for (const order of [before.id, later.id]) {
      const stored = await getOrder(order);
      const lines = await listLines(order);
      const sum = (of: (line: (typeof lines)[number]) => number) =>
        lines.reduce((total, line) => total + of(line), 0);
      expect(sum((line) => line.discount_amount)).toBe(stored.discount_amount);
      expect(sum((line) => line.unit_price * line.quantity)).toBe(
        stored.total_amount + stored.discount_amount - stored.shipping_amount,
      );
      expect(stored.payment_info.items.map(({ quantity }) => quantity)).toEqual(
        lines.map(({ quantity }) => quantity),
      );
    }
    // The pieces stay taken.
    expect([await getStock(admin, cement), await getStock(admin, paint)]).toEqual([593, 7]);
    expect((await listEvents(before.id)).at(-1)?.data).toMatchObject({ split_to: later.number });
    // Its products may have become heavier.
    await admin`update public.orders set weight_grams = 1000 where id = ${before.id}`;
    await admin`update public.products set weight_grams = 50000 where id = ${cement.id}`;
    await split(before.id, [{ position: 1, quantity: 1 }]);
    const [weighed] = await admin`select weight_grams from public.orders where id = ${before.id}`;
    expect(weighed?.weight_grams).toBeNull();
  });

  it("leaves the fee with the first part, wherever the later one goes, unless another is sent", async () => {
    const [zone] = await admin<{ id: string }[]>`
      insert into public.delivery_zones (name) values (${randomUUID()}) returning id`;
    await admin`insert into public.delivery_places (zone_id, town) values (${zone?.id ?? ""}, 'Banfora')`;
    await admin`insert into public.delivery_fees (zone_id, fee, up_to_grams) values (${zone?.id ?? ""}, 5000, 1000)`;
    const { id } = await place(createCall());
    const later = await split(id, [{ position: 1, quantity: 2 }]);
    const getFee = async () => (await getOrder(later.id)).shipping_amount;
    await change(later.id, { items: [{ position: 1, quantity: 1 }] });
    await change(later.id, { shipping_address: { address: "Tampouy, marché", city: "Ouagadougou" } });
    expect(await getFee()).toBe(0);
    const values = { shipping_address: { address: "Secteur 4, marché", city: "Banfora" } };
    // A fee that is not asked for elsewhere is a discount.
    expect(await getMessage(change(later.id, values))).toContain("remise");
    await change(later.id, { ...values, fee: null });
    expect(await getFee()).toBe(5000);
    await change(later.id, values, { actor: staff.owner });
    await change(later.id, { ...values, fee: 0 }, { actor: staff.owner });
    // Heavier than the last bracket: what was agreed on is in the first part.
    await admin`update public.products set weight_grams = 50000 where id = ${cement.id}`;
    const [preview] = await runAs(
      api,
      staff.owner,
      (tx) => tx`select fee, problem from public.preview_staff_order(${tx.json(values)}, ${later.id})`,
    );
    expect(preview).toEqual({ fee: 0, problem: null });
    await change(later.id, { items: [{ position: 1, quantity: 2 }] });
    expect(await getFee()).toBe(0);
    await admin`delete from public.delivery_zones where id = ${zone?.id ?? ""}`;
  });

  it("is one delivery: the goods of both parts and the code of either make it free", async () => {
    const [zone] = await admin<{ id: string }[]>`
      insert into public.delivery_zones (name, free_from) values (${randomUUID()}, 39000) returning id`;
    await admin`insert into public.delivery_places (zone_id, town) values (${zone?.id ?? ""}, 'Diébougou')`;
    await admin`insert into public.delivery_fees (zone_id, fee) values (${zone?.id ?? ""}, 5000)`;
    const shipping_address = { address: "Secteur 2, marché", city: "Diébougou" };
    const { id } = await place(createCall({ shipping_address }));
    const later = await split(id, [{ position: 1, quantity: 4 }]);
    const computeFees = async () => {
      const fees: number[] = [];
      for (const part of [id, later.id]) {
        const values = { shipping_address: { ...shipping_address, quarter: randomUUID() }, fee: null };
        const [preview] = await runAs(
          api,
          staff.owner,
          (tx) => tx`select fee from public.preview_staff_order(${tx.json(values)}, ${part})`,
        );
        await change(part, values, { actor: staff.owner });
        expect(preview?.fee).toBe((await getOrder(part)).shipping_amount);
        fees.push(preview?.fee);
      }
      return fees;
    };
    expect(await computeFees()).toEqual([0, 0]);
    await admin`update public.delivery_zones set free_from = null where id = ${zone?.id ?? ""}`;
    expect(await computeFees()).toEqual([5000, 5000]);
    await admin`insert into public.promo_codes (code, kind) values ('DEUX-FOIS', 'free_delivery')`;
    await admin`
      update public.orders set promo_code = case when id = ${id} then 'DEUX-FOIS' end, shipping_amount = 0,
        total_amount = total_amount - shipping_amount where id in ${admin([id, later.id])}`;
    expect(await computeFees()).toEqual([0, 0]);
    await admin`update public.delivery_zones set free_from = 39000 where id = ${zone?.id ?? ""}`;
    await admin`update public.orders set promo_code = null where id = ${id}`;
    const event = {
      id: randomUUID(),
      order_id: later.id,
      kind: "cancelled",
      data: { reason: "Plus besoin" },
    };
    await runAs(api, staff.owner, (tx) => tx`select * from public.record_order_event(${tx.json(event)})`);
    await change(id, { shipping_address, fee: null });
    expect(await getOrder(id)).toMatchObject({ shipping_amount: 5000 });
    await admin`delete from public.delivery_zones where id = ${zone?.id ?? ""}`;
  });

  it("counts once, and both orders live on by themselves", async () => {
    const { id } = await place(createCall());
    const version = await getVersion(id);
    const later = { id: randomUUID(), lines: [{ position: 2, quantity: 1 }] };
    const send = (day?: string) =>
      callFunction(
        staff.sales,
        (tx) =>
          tx<
            Split[]
          >`select * from public.split_order(${id}, ${version}::text::timestamptz, ${tx.json({ ...later, ...(day && { delivery_day: day }) })})`,
      );
    expect(await send()).toEqual(await send());
    expect(await getMessage(send("2027-03-01"))).toContain("autre contenu");
    const cancel = {
      id: randomUUID(),
      order_id: later.id,
      kind: "cancelled",
      data: { reason: "Plus besoin" },
    };
    await runAs(api, staff.owner, (tx) => tx`select * from public.record_order_event(${tx.json(cancel)})`);
    expect(await getStock(admin, paint)).toBe(8);
    expect((await change(id, { items: [{ position: 2, quantity: 1 }] })).total_amount).toBe(3333 + 2000);
    expect(await getStock(admin, paint)).toBe(9);
  });

  it.each<[string, Line[], object, string]>([
    ["nothing", [], {}, "invalides"],
    ["a line that is not there", [{ position: 3, quantity: 1 }], {}, "invalides"],
    ["more than there is", [{ position: 1, quantity: 6 }], {}, "invalides"],
    ["a line twice", [1, 1].map((position) => ({ position, quantity: 1 })), {}, "invalides"],
    [
      "everything",
      [
        { position: 1, quantity: 5 },
        { position: 2, quantity: 3 },
      ],
      {},
      "rien à livrer maintenant",
    ],
    [
      "for a day that has passed",
      [{ position: 1, quantity: 1 }],
      { delivery_day: "2020-01-01" },
      "Ce jour est passé",
    ],
  ])("of %s is refused", async (_, lines, values, message) => {
    const { id } = await place(createCall());
    expect(await getMessage(split(id, lines, values))).toContain(message);
  });

  it("is not for every role, nor for an order that is paid or on the road", async () => {
    const { id, total_amount } = await place(createCall());
    const lines = [{ position: 1, quantity: 1 }];
    for (const actor of [staff.stock, staff.courier, awa]) {
      expect(await getSqlState(split(id, lines, {}, actor))).toBe("42501");
    }
    const record = (kind: string, data: object = {}) =>
      runAs(
        api,
        staff.owner,
        (tx) => tx`
        select * from public.record_order_event(${tx.json({ id: randomUUID(), order_id: id, kind, data: { ...data } })})`,
      );
    await record("paid", { cash: total_amount - 1 });
    expect(await getMessage(split(id, lines))).toContain("déjà payé dépasse ce qui resterait à payer");
    await record("paid", { cash: 1 });
    expect(await getMessage(split(id, lines))).toContain("déjà payée");
    await record("prepared");
    await record("on_road");
    expect(await getMessage(split(id, lines))).toContain("en route");
  });

  it("is not made by inserting a row, not even by the service", async () => {
    const { id } = await place(createCall());
    const insert = admin.begin(async (tx) => {
      await tx`set local role service_role`;
      await tx`
        insert into public.orders (customer_name, customer_phone, total_amount, items_count, shipping_address, payment_info, split_from_id)
        values ('Awa', '70112233', 1, 1, '{}', '{}', ${id})`;
    });
    expect(await getMessage(insert)).toContain("split_order");
  });
});
