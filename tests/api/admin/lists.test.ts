/** The counts, searches and lists of the admin pages. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listProducts } from "#app/features/admin/products/list/products.queries.ts";
import { stockLevels } from "#app/features/admin/products/list/stock-level.ts";
import type { TestBackend } from "#tests/support/backend.ts";
import { createProduct } from "#tests/support/products.ts";
import {
  createOrderPayload,
  createSignedInUser,
  placeOrder,
  type SignedInUser,
} from "#tests/support/signed-in-users.ts";
import { createTechnician } from "#tests/support/technicians.ts";
import { startAdminBackend } from "./admin-backend.ts";

let backend: TestBackend;
let fatou: SignedInUser;
let awa: SignedInUser;
let number: string;
beforeAll(async () => {
  ({ backend, fatou, awa } = await startAdminBackend());
  const admin = backend.database.connect("supabase_admin", 1);
  // A name by chance may have what the searches below must not find.
  const drill = await createProduct(admin, { name: "Article Perceuse", price: 7500, stock: 20 });
  await createProduct(admin, { name: "Article Marteau", price: 500, stock: 4 });
  await createProduct(admin, { name: "Article Équerre", price: 500, stock: 5 });
  const { data } = await placeOrder(
    awa.client,
    createOrderPayload([{ ...drill, quantity: 3 }]),
  ).throwOnError();
  number = data.number;
  const { data: cancelled } = await placeOrder(
    awa.client,
    createOrderPayload([{ ...drill, quantity: 9 }]),
  ).throwOnError();
  await fatou.client
    .from("orders")
    .update({ status: "cancelled", cancellation_reason: "Doublon" })
    .eq("id", cancelled.id)
    .throwOnError();
  await admin`insert into public.quotes (kind, file_path, file_name) values ('image', 'a/b', 'mur.jpg')`;
  await admin`
    insert into public.messages (name, email, phone, message, read_at)
    values ('Ali', 'ali@exemple.bf', '70112233', 'Une fuite sous l''évier', null),
      ('Ali', 'ali@exemple.bf', '70112233', 'Une autre fuite encore', now())`;
  await admin`
    insert into public.product_reviews (product_id, name, email, comment)
    values (${drill.id}, 'Moussa', 'moussa@exemple.bf', 'Très bonne perceuse')`;
  await admin`
    insert into public.technicians (name, slug, specialty, specialty_slug, description)
    values ('Issa Ouédraogo', 'issa', 'Plomberie', 'plomberie', 'Dépannage')`;
});
afterAll(() => backend.close());

describe("counts", () => {
  it("pending work", async () => {
    const { data } = await fatou.client.rpc("waiting_counts").single();
    expect(data).toEqual({ orders: 1, reviews: 1, messages: 1, quotes: 1, total: 4 });
  });

  it("the dashboard, where a stock of 4 is low and of 5 is not", async () => {
    const { data } = await fatou.client.rpc("dashboard_counts").single();
    expect(data).toEqual({
      products: 3,
      categories: 0,
      technicians: 1,
      orders: 2,
      low_stock: 1,
      pending_orders: 1,
    });
    expect((await fatou.client.rpc("low_stock_products", {})).data).toMatchObject([{ stock: 4 }]);
  });

  it("sales: every day, without cancelled orders", async () => {
    const { data } = await fatou.client.rpc("sales_by_day", { days: 7 });
    expect(data).toHaveLength(7);
    expect(data?.at(-1)).toMatchObject({ orders: 1, amount: 24_500 });
    expect(data?.at(0)).toMatchObject({ orders: 0, amount: 0 });
    expect((await fatou.client.rpc("best_sellers", {})).data).toMatchObject([{ pieces: 3, amount: 22_500 }]);
    expect((await fatou.client.rpc("orders_by_status")).data).toEqual([
      { status: "pending", orders: 1, amount: 24_500 },
      { status: "processing", orders: 0, amount: 0 },
      { status: "completed", orders: 0, amount: 0 },
      { status: "cancelled", orders: 1, amount: 69_500 },
    ]);
  });

  it("sales and best sellers cover the same days", async () => {
    const admin = backend.database.connect("supabase_admin", 1);
    await admin`
      update public.orders set created_at = (date_trunc('day', now() at time zone 'UTC') - interval '6 days 1 second') at time zone 'UTC'
      where number = ${number}`;
    const figures = async (days: number) => {
      const sales = await fatou.client.rpc("sales_by_day", { days }).throwOnError();
      const best = await fatou.client.rpc("best_sellers", { days }).throwOnError();
      return [
        sales.data.reduce((sum, day) => sum + day.orders, 0),
        best.data.reduce((sum, product) => sum + product.pieces, 0),
      ];
    };
    expect([await figures(7), await figures(8)]).toEqual([
      [0, 0],
      [1, 3],
    ]);
    await admin`update public.orders set created_at = now() where number = ${number}`;
  });

  it("are visible to administrators only", async () => {
    const calls = [
      "waiting_counts",
      "dashboard_counts",
      "sales_by_day",
      "best_sellers",
      "low_stock_products",
      "count_customers",
    ] as const;
    for (const call of calls) {
      expect([call, (await awa.client.rpc(call, {})).data]).toEqual([call, []]);
      expect([call, (await backend.client().rpc(call, {})).status]).toEqual([call, 401]);
    }
    expect((await awa.client.rpc("office_search", { query: "perceuse" })).status).toBe(403);
  });
});

describe("search", () => {
  it.each([
    ["the number", () => number.slice(2)],
    ["a part of the name, without accents", () => "zong"],
    ["two letters at the beginning of a word", () => "zo"],
    ["the phone with spaces", () => "70 11 22"],
    ["the phone with its country", () => "+226 70"],
    ["words in any order", () => `zongo ${number.slice(2)} aw`],
  ])("finds an order by %s", async (_what, query) => {
    const { data } = await fatou.client.rpc("search_orders", { query: query() }).eq("status", "pending");
    expect(data?.map((order) => order.number)).toEqual([number]);
  });

  it.each([
    "z",
    "on",
    "",
    "zongo inconnu",
    "zongo _",
    "a b c",
    "%%%",
    "___",
    "%a%",
    "\\\\\\",
    "'; drop table orders; --",
    "$(lost) $1 {a,b} %s %L",
    "mot ".repeat(200),
    "é".repeat(20_000),
  ])("finds nothing for «%s»", async (query) => {
    expect((await fatou.client.rpc("search_orders", { query })).data).toEqual([]);
    expect((await fatou.client.rpc("search_customers", { query })).data).toEqual([]);
    expect((await fatou.client.rpc("office_search", { query })).data).toEqual([]);
  });

  it("finds customers with their orders and their last sign-in", async () => {
    for (const query of ["AWA ZON", "zong  AWA", "awa@ex", "70112233"]) {
      const { data } = await fatou.client.rpc("search_customers", { query }).eq("id", awa.id);
      expect(data).toMatchObject([{ id: awa.id, orders_count: 2, last_sign_in_at: expect.any(String) }]);
    }
    expect((await awa.client.rpc("search_customers", { query: "awa" })).data).toEqual([]);
  });

  it("finds a product by a numeric reference as it is written", async () => {
    const admin = backend.database.connect("supabase_admin", 1);
    await admin`insert into public.products (name, slug, reference, price) values ('Tube', 'tube', '40/50-12', 100)`;
    for (const [query, names] of [
      ["40/50", ["Tube"]],
      ["4050", []],
      ["40 TUBE", ["Tube"]],
    ] as const) {
      const { data } = await fatou.client.rpc("search_products", { query }).throwOnError();
      expect(data.map(({ name }) => name)).toEqual(names);
    }
    await admin`delete from public.products where slug = 'tube'`;
  });

  it.each([
    "70112233",
    "70 11 22 33",
    "70.11.22.33",
    "+226 70 11 22 33",
    "+22670112233",
    "0022670112233",
    "00226 70-11-22-33",
    "(+226) 70 11 22",
    "00226 70 11",
    "226 70 11 22 33",
  ])("finds a number wherever numbers are searched, however it is written: %s", async (query) => {
    const admin = backend.database.connect("supabase_admin", 1);
    const { id } = await createTechnician(admin, { name: "Souleymane Kaboré", phone: "00226 70 11 22 33" });
    await admin`update public.quotes set note = 'Rappeler Ali au +226 70 11.22 33.' where file_name = 'mur.jpg'`;
    const { client } = fatou;
    expect((await client.rpc("search_orders", { query })).data?.map((order) => order.number)).toContain(
      number,
    );
    expect((await client.rpc("search_customers", { query })).data?.map((row) => row.id)).toContain(awa.id);
    // This number was entered without the country's code.
    expect((await client.rpc("search_messages", { query })).data).toHaveLength(2);
    expect((await client.rpc("search_technicians", { query })).data).toMatchObject([{ id }]);
    expect((await client.rpc("search_quotes", { query })).data).toMatchObject([{ file_name: "mur.jpg" }]);
    const { data: hits } = await client.rpc("office_search", { query }).throwOnError();
    expect(new Set(hits.map(({ kind }) => kind))).toEqual(new Set(["order", "customer", "technician"]));
    for (const stranger of [awa.client, backend.client()]) {
      expect((await stranger.rpc("search_technicians", { query })).data).toEqual([]);
    }
    await admin`delete from public.technicians where id = ${id}`;
  });

  it("still finds what only looks like a number", async () => {
    for (const query of ["mur.jpg", "MUR", "cot-"]) {
      expect((await fatou.client.rpc("search_quotes", { query })).data).toHaveLength(1);
    }
    for (const query of ["00", "226", "+226", "+", "00226"]) {
      expect((await fatou.client.rpc("search_orders", { query })).error).toBeNull();
    }
  });

  it("finds technicians by name first, then by trade, town and with a mistake", async () => {
    const admin = backend.database.connect("supabase_admin", 1);
    const created = await Promise.all([
      createTechnician(admin, { name: "Abel Traoré", specialty: "Plomberie", location: "Bobo-Dioulasso" }),
      createTechnician(admin, { name: "Zara Plombat", specialty: "Électricité", location: "Kaya" }),
    ]);
    const find = async (query: string) =>
      (await backend.client().rpc("search_technicians", { query }).throwOnError()).data.map(
        ({ name }) => name,
      );
    expect(await find("plomb")).toEqual(["Zara Plombat", "Abel Traoré", "Issa Ouédraogo"]);
    expect(await find("bobo")).toEqual(["Abel Traoré"]);
    expect(await find("DIOULASSO plombier")).toEqual(["Abel Traoré"]);
    expect(await find("électricité à kaya")).toEqual(["Zara Plombat"]);
    expect(await find("traore")).toEqual(["Abel Traoré"]);
    expect(await find("ouedrago")).toEqual(["Issa Ouédraogo"]);
    for (const query of ["zzzzzz", "%", "_", "\\", "é".repeat(10_000), "🔧"])
      expect(await find(query)).toEqual([]);
    const { data: hits } = await fatou.client.rpc("office_search", { query: "plomb" }).throwOnError();
    expect(hits.map(({ title }) => title)).toEqual(["Zara Plombat", "Abel Traoré", "Issa Ouédraogo"]);
    await admin`delete from public.technicians where id = any (${created.map(({ id }) => id)})`;
  });

  it("finds testimonials without accents, and by any of their texts", async () => {
    const admin = backend.database.connect("supabase_admin", 1);
    await admin`
      insert into public.testimonials (name, role, content, rating)
      values ('Zénabou Sawadogo', 'Maçonne à Léo', 'Échelle reçue très tôt.', 5)`;
    for (const query of ["zenabou", "ZÉNABOU", "leo", "echelle recue", "tot echelle macon"]) {
      const { data } = await fatou.client.rpc("search_testimonials", { query }).throwOnError();
      expect([query, data.map(({ name }) => name)]).toEqual([query, ["Zénabou Sawadogo"]]);
    }
    await admin`delete from public.testimonials where name = 'Zénabou Sawadogo'`;
  });

  it("shows customers their own orders only", async () => {
    const other = await createSignedInUser(backend, "binta@exemple.bf");
    expect((await other.client.rpc("search_orders", { query: number })).data).toEqual([]);
  });

  it("of the header finds all four kinds", async () => {
    const kinds = async (query: string) => {
      const { data } = await fatou.client.rpc("office_search", { query }).throwOnError();
      return data.map(({ kind }) => kind);
    };
    expect(await kinds(number)).toEqual(["order"]);
    expect(await kinds("zongo")).toEqual(["order", "order", "customer", "customer", "customer"]);
    expect(await kinds("ouedraogo issa")).toEqual(["technician"]);
    expect(await kinds("article")).toEqual(["product", "product", "product"]);
  });
});

describe.each(stockLevels)("the products with the stock «$key»", (stock) => {
  it.each([false, true])(
    "by stock are those of a plain query, page by page (highest first: %s)",
    async (descending) => {
      const admin = backend.database.connect("supabase_admin", 1);
      await admin`
      insert into public.products (name, slug, price, stock)
      select 'Rondelle ' || n, 'rondelle-' || n, 100, n % 16 from generate_series(1, 480) n on conflict do nothing`;
      const order = admin.unsafe(descending ? "desc" : "asc");
      const expected = await admin<{ id: string }[]>`
      select id from public.products where stock between ${stock.from} and ${stock.to ?? 1000}
      order by stock ${order}, name, id limit 50`;
      const filters = { search: "", category: null, stock, mark: null };
      const pages = [1, 2].map((page) =>
        listProducts(fatou.client.schema("public"), { filters, order: { by: "stock", descending }, page }),
      );
      const found = (await Promise.all(pages)).flatMap(({ rows }) => rows.map(({ id }) => id));
      expect(found).toEqual(expected.map(({ id }) => id));
    },
  );
});
