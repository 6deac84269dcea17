/**
 * Whose rows each kind of caller sees and changes, table by table, with one row that belongs to Awa wherever rows
 * have an owner. A new relation without a line here fails.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
import { createGoods, insertOrder, orderOf } from "./goods.ts";

/** How many rows each sees; `null` is a refusal of the whole table (42501). `key` is a readable column. */
const VISIBLE: Record<
  string,
  { key: string; visitor: number | null; stranger: number | null; awa: number | null; administrator: number }
> = {
  admin_users: { key: "id", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  audit_log: { key: "id", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  brands: { key: "id", visitor: 1, stranger: 1, awa: 1, administrator: 1 },
  categories: { key: "id", visitor: 1, stranger: 1, awa: 1, administrator: 1 },
  categories_with_counts: { key: "id", visitor: 1, stranger: 1, awa: 1, administrator: 1 },
  customers: { key: "id", visitor: null, stranger: 0, awa: 0, administrator: 3 },
  mails: { key: "kind", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  messages: { key: "id", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  order_items: { key: "order_id", visitor: null, stranger: 0, awa: 1, administrator: 1 },
  orders: { key: "id", visitor: null, stranger: 0, awa: 1, administrator: 1 },
  product_images: { key: "id", visitor: 1, stranger: 1, awa: 1, administrator: 1 },
  product_review_emails: { key: "review_id", visitor: null, stranger: 0, awa: 0, administrator: 2 },
  product_reviews: { key: "id", visitor: 1, stranger: 1, awa: 2, administrator: 2 },
  products: { key: "id", visitor: 1, stranger: 1, awa: 1, administrator: 1 },
  profiles: { key: "id", visitor: null, stranger: 1, awa: 1, administrator: 3 },
  quotes: { key: "id", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  review_requests: { key: "id", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  review_votes: { key: "review_id", visitor: null, stranger: 0, awa: 1, administrator: 0 },
  shop_settings: { key: "id", visitor: 1, stranger: 1, awa: 1, administrator: 1 },
  technician_contacts: { key: "technician_id", visitor: 0, stranger: 0, awa: 0, administrator: 1 },
  technician_profiles: { key: "id", visitor: 1, stranger: 1, awa: 1, administrator: 1 },
  technicians: { key: "id", visitor: 1, stranger: 1, awa: 1, administrator: 1 },
  technicians_public: { key: "id", visitor: 1, stranger: 1, awa: 1, administrator: 1 },
  testimonials: { key: "id", visitor: 1, stranger: 1, awa: 1, administrator: 1 },
  wishlist_items: { key: "product_id", visitor: null, stranger: 0, awa: 1, administrator: 0 },
};

/** Not permitted; and for a view over a function, or a column that a view computes, not possible. */
const REFUSALS = ["42501", "55000", "0A000"];

let database: TestDatabase;
let admin: Sql;
let api: Sql;
let actors: Record<"visitor" | "stranger" | "awa" | "administrator", Actor>;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  api = database.connect("authenticator");
  const awa = await createCustomer(admin, "awa@example.com");
  actors = {
    visitor,
    stranger: await createCustomer(admin, "stranger@example.com"),
    awa,
    administrator: await createAdministrator(admin, "admin@example.com"),
  };
  const drill = await createGoods(admin, 7500, 10);
  const { id: orderId } = await as(api, awa, (tx) =>
    insertOrder(tx, orderOf([{ goods: drill, quantity: 1 }])),
  );
  await admin`
    with brand as (insert into public.brands (name) values ('Sahelis')),
    category as (insert into public.categories (name, slug) values ('Plomberie', 'plomberie')),
    image as (
      insert into public.product_images (product_id, image_url, is_primary)
      values (${drill.id}, '/pictures/perceuse-1-640.jpg', true)
    ),
    testimonial as (insert into public.testimonials (name, content) values ('Ali', 'Sérieux')),
    quote as (insert into public.quotes (kind, file_path, file_name) values ('image', 'a/b', 'mur.jpg')),
    heart as (insert into public.wishlist_items (user_id, product_id) values (${awa.id}, ${drill.id})),
    request as (
      insert into public.review_requests (order_id, product_id, customer_email)
      values (${orderId}, ${drill.id}, 'awa@example.com')
    ),
    review as (
      insert into public.product_reviews (product_id, name, email, comment, user_id, is_published)
      values (${drill.id}, 'Awa', 'awa@example.com', 'Très bonne perceuse', ${awa.id}, true),
        (${drill.id}, 'Awa', 'awa@example.com', 'Toujours bonne', ${awa.id}, false)
      returning id, is_published
    )
    select 1`;
  await admin`
    insert into public.review_votes (review_id, user_id)
    select id, ${awa.id}::uuid from public.product_reviews where is_published`;
  await admin`
    insert into public.technicians (name, slug, specialty, specialty_slug, description, phone)
    values ('Ali', 'ali', 'Plomberie', 'plomberie', 'Vingt ans de métier', '70 00 00 01')`;
  await admin`
    insert into public.messages (technician_id, name, email, phone, message)
    select id, 'Awa', 'awa@example.com', '70112233', 'Une fuite sous l''évier' from public.technicians`;
});
afterAll(() => database.drop());

it("names every relation that the API exposes", async () => {
  const rows = await admin<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
    order by relname collate "C"`;
  expect(rows.map((row) => row.name)).toEqual(Object.keys(VISIBLE));
});

describe.each(["visitor", "stranger", "awa", "administrator"] as const)("%s", (who) => {
  it.each(Object.entries(VISIBLE))("sees the expected rows of %s", async (relation, expected) => {
    const count = as(api, actors[who], async (tx) => {
      const rows = await tx`select ${tx(expected.key)} from ${tx(`public.${relation}`)}`;
      return rows.length;
    });
    if (expected[who] === null) expect(await failureOf(count)).toBe("42501");
    else expect(await count).toBe(expected[who]);
  });
});

describe.each(["visitor", "stranger"] as const)("%s", (who) => {
  it.each(Object.keys(VISIBLE))("changes and deletes nothing in %s", async (relation) => {
    const columns = await admin<{ name: string }[]>`
      select attname as name from pg_attribute
      where attrelid = ${`public.${relation}`}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`;
    const statements = [
      ...columns.map(({ name }) => `update public."${relation}" set "${name}" = "${name}"`),
      `delete from public."${relation}"`,
    ];
    const changed: string[] = [];
    for (const statement of statements) {
      const attempt = as(api, actors[who], async (tx) => {
        const { count } = await tx.unsafe(statement);
        const own = relation === "profiles" && who === "stranger" ? 1 : 0;
        if (count > own) changed.push(statement);
      });
      const failure = await failureOf(attempt);
      if (failure !== null && !REFUSALS.includes(failure)) changed.push(`${statement}: ${failure}`);
    }
    expect(changed).toEqual([]);
  });
});

it.each([
  ["visitor", []],
  ["stranger", ["orders", "product_reviews", "wishlist_items"]],
] as const)("%s adds rows to %j alone", async (who, wanted) => {
  // Policies are asked before the constraints, which refuse so empty a row in any case.
  const added: string[] = [];
  for (const relation of Object.keys(VISIBLE)) {
    const attempt = as(api, actors[who], (tx) =>
      tx.unsafe(`insert into public."${relation}" default values`),
    );
    const failure = await failureOf(attempt);
    if (failure === null || !REFUSALS.includes(failure)) added.push(relation);
  }
  expect(added).toEqual(wanted);
});

describe("rows are written in one's own name only", () => {
  const forgeries: [string, (awaId: string | null, productId: string) => [string, (string | null)[]]][] = [
    [
      "a review of Awa's",
      (awaId, productId) => [
        `insert into public.product_reviews (product_id, name, email, comment, user_id)
          values ($1, 'Awa', 'awa@example.com', 'Je recommande vivement', $2)`,
        [productId, awaId],
      ],
    ],
    [
      "a wish of Awa's",
      (awaId, productId) => [
        "insert into public.wishlist_items (product_id, user_id) values ($1, $2)",
        [productId, awaId],
      ],
    ],
    [
      "Awa's profile",
      (awaId) => ["insert into public.profiles (id, email) values ($1, 'stranger@example.com')", [awaId]],
    ],
    [
      "a vote of Awa's",
      (awaId) => [
        `insert into public.review_votes (review_id, user_id)
          select id, $1 from public.product_reviews where is_published`,
        [awaId],
      ],
    ],
  ];
  it.each(forgeries)("not %s", async (_what, forge) => {
    const [drill] = await admin<{ id: string }[]>`select id from public.products`;
    const [statement, values] = forge(actors.awa.id, drill?.id ?? "");
    for (const who of [actors.visitor, actors.stranger]) {
      expect(await failureOf(as(api, who, (tx) => tx.unsafe(statement, values)))).toBe("42501");
    }
  });
});

describe("what the shop shows is created by administrators alone", () => {
  const technician = { specialty: "Plomberie", specialty_slug: "plomberie", description: "Dépannage" };
  const rows: [string, (ids: Record<"product" | "technician", string>) => Record<string, string | number>][] =
    [
      ["brands", () => ({ name: "Volta" })],
      ["categories", () => ({ name: "Peinture", slug: "peinture" })],
      ["product_images", ({ product }) => ({ product_id: product, image_url: "/pictures/scie-1-640.jpg" })],
      ["products", () => ({ name: "Scie", slug: "scie", price: 5000 })],
      ["technician_contacts", (ids) => ({ technician_id: ids.technician, phone: "70 00 00 02" })],
      ["technician_profiles", () => ({ name: "Issa", slug: "issa", ...technician })],
      ["technicians", () => ({ name: "Issa", slug: "issa", ...technician })],
      ["testimonials", () => ({ name: "Issa", content: "Sérieux" })],
    ];
  const UNDONE = "YA000";

  it.each(rows)("a row of %s", async (relation, rowOf) => {
    const [ids] = await admin<Record<"product" | "technician", string>[]>`
      select (select id from public.products) as product, (select id from public.technician_profiles) as technician`;
    if (!ids) throw new Error("There is nothing to belong to.");
    const create = (actor: Actor) =>
      failureOf(
        as(api, actor, async (tx) => {
          await tx`insert into ${tx(`public.${relation}`)} ${tx(rowOf(ids))}`;
          await tx.unsafe(`do $$ begin raise exception using errcode = '${UNDONE}'; end $$`);
        }),
      );
    for (const who of [actors.visitor, actors.stranger]) expect(await create(who)).toBe("42501");
    // The technician has their contacts already, which only the table itself says.
    expect(await create(actors.administrator)).toBe(relation === "technician_contacts" ? "23505" : UNDONE);
  });
});

it("the service role sees everything", async () => {
  const counts = await as(api, service, async (tx) => {
    const [row] = await tx`
      select (select count(*)::integer from public.orders) as orders,
        (select count(*)::integer from public.technicians where phone is not null) as phones,
        (select count(*)::integer from public.customers) as accounts`;
    return row;
  });
  expect(counts).toEqual({ orders: 1, phones: 1, accounts: 3 });
});
