/**
 * The rows that each kind of caller sees and changes, table by table; where rows have an owner, one row
 * belongs to Awa. A new relation must be listed here.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
import { insertOneRowEach } from "#tests/support/one-row-each.ts";

/** How many rows each sees; `null`: the whole table is denied (42501). `key` is a readable column. */
const VISIBLE_ROWS: Record<
  string,
  { key: string; visitor: number | null; stranger: number | null; awa: number | null; administrator: number }
> = {
  admin_invitations: { key: "id", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  admin_users: { key: "id", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  attribute_categories: { key: "attribute_id", visitor: 1, stranger: 1, awa: 1, administrator: 1 },
  attributes: { key: "id", visitor: 1, stranger: 1, awa: 1, administrator: 1 },
  audit_log: { key: "id", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  brands: { key: "id", visitor: 1, stranger: 1, awa: 1, administrator: 1 },
  carrier_parcels: { key: "order_id", visitor: null, stranger: 0, awa: 1, administrator: 1 },
  carrier_settlement_rows: { key: "settlement_id", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  carrier_settlements: { key: "id", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  carriers: { key: "id", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  cash_checks: { key: "day", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  cash_closings: { key: "day", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  cash_movements: { key: "id", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  categories: { key: "id", visitor: 1, stranger: 1, awa: 1, administrator: 1 },
  categories_with_counts: { key: "id", visitor: 1, stranger: 1, awa: 1, administrator: 1 },
  category_paths: { key: "id", visitor: 1, stranger: 1, awa: 1, administrator: 1 },
  counted_in_pieces: { key: "id", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  customer_addresses: { key: "id", visitor: null, stranger: 0, awa: 1, administrator: 0 },
  customer_notes: { key: "customer_id", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  customers: { key: "id", visitor: null, stranger: 0, awa: 0, administrator: 3 },
  delivery_fees: { key: "zone_id", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  delivery_places: { key: "zone_id", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  delivery_zones: { key: "id", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  discount_limits: { key: "role", visitor: null, stranger: 0, awa: 0, administrator: 2 },
  limit_refusals: { key: "name", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  limits: { key: "name", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  low_stocks: { key: "product_id", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  mails: { key: "kind", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  messages: { key: "id", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  missed_searches: { key: "term", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  order_drafts: { key: "id", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  order_events: { key: "id", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  order_items: { key: "order_id", visitor: null, stranger: 0, awa: 1, administrator: 1 },
  order_return_lines: { key: "return_id", visitor: null, stranger: 0, awa: 1, administrator: 1 },
  order_returns: { key: "id", visitor: null, stranger: 0, awa: 1, administrator: 1 },
  order_settings: { key: "id", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  orders: { key: "id", visitor: null, stranger: 0, awa: 1, administrator: 1 },
  pickup_points: { key: "id", visitor: 1, stranger: 1, awa: 1, administrator: 2 },
  price_breaks: { key: "id", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  price_changes: { key: "id", visitor: null, stranger: 0, awa: 0, administrator: 2 },
  price_list_members: { key: "user_id", visitor: null, stranger: 0, awa: 1, administrator: 1 },
  price_lists: { key: "id", visitor: null, stranger: 0, awa: 1, administrator: 1 },
  product_accessories: { key: "product_id", visitor: 1, stranger: 1, awa: 1, administrator: 1 },
  product_images: { key: "id", visitor: 1, stranger: 1, awa: 1, administrator: 1 },
  product_options: { key: "product_id", visitor: 1, stranger: 1, awa: 1, administrator: 1 },
  product_review_emails: { key: "review_id", visitor: null, stranger: 0, awa: 0, administrator: 2 },
  product_reviews: { key: "id", visitor: 1, stranger: 1, awa: 2, administrator: 2 },
  product_variants: { key: "id", visitor: 1, stranger: 1, awa: 1, administrator: 1 },
  products: { key: "id", visitor: 1, stranger: 1, awa: 1, administrator: 1 },
  profiles: { key: "id", visitor: null, stranger: 1, awa: 1, administrator: 3 },
  promo_codes: { key: "id", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  quotes: { key: "id", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  receipt_arrivals: { key: "id", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  receipt_lines: { key: "receipt_id", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  receipts: { key: "id", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  retention_settings: { key: "id", visitor: 1, stranger: 1, awa: 1, administrator: 1 },
  review_requests: { key: "id", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  review_votes: { key: "review_id", visitor: null, stranger: 0, awa: 1, administrator: 0 },
  role_rights: { key: "role", visitor: null, stranger: 0, awa: 0, administrator: 72 },
  run_stops: { key: "run_id", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  runs: { key: "id", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  sale_items: { key: "id", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  sales: { key: "id", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  search_synonyms: { key: "id", visitor: 1, stranger: 1, awa: 1, administrator: 1 },
  security_settings: { key: "id", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  sellable_items: { key: "id", visitor: 1, stranger: 1, awa: 1, administrator: 1 },
  shop_settings: { key: "id", visitor: 1, stranger: 1, awa: 1, administrator: 1 },
  stock_alerts: { key: "id", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  stock_checks: { key: "day", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  stock_count_lines: { key: "id", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  stock_counts: { key: "id", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  stock_movements: { key: "id", visitor: null, stranger: 0, awa: 0, administrator: 4 },
  suppliers: { key: "id", visitor: null, stranger: 0, awa: 0, administrator: 1 },
  technician_contacts: { key: "technician_id", visitor: 0, stranger: 0, awa: 0, administrator: 1 },
  technician_profiles: { key: "id", visitor: 1, stranger: 1, awa: 1, administrator: 1 },
  technicians: { key: "id", visitor: 1, stranger: 1, awa: 1, administrator: 1 },
  technicians_public: { key: "id", visitor: 1, stranger: 1, awa: 1, administrator: 1 },
  testimonials: { key: "id", visitor: 1, stranger: 1, awa: 1, administrator: 1 },
  wishlist_items: { key: "product_id", visitor: null, stranger: 0, awa: 1, administrator: 0 },
};

/** Denied; for a view over a function, or a computed or generated column of a view, not possible. */
const DENIED_CODES = ["42501", "55000", "0A000", "428C9"];

let database: TestDatabase;
let admin: Sql;
let api: Sql;
let actors: Record<"visitor" | "stranger" | "awa" | "administrator", Actor>;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  api = database.connect("authenticator");
  const awa = await createCustomerActor(admin, "awa@example.com");
  actors = {
    visitor,
    stranger: await createCustomerActor(admin, "stranger@example.com"),
    awa,
    administrator: await createAdministratorActor(admin, "admin@example.com"),
  };
  await insertOneRowEach(admin, api, awa);
});
afterAll(() => database.drop());

it("lists every relation that the API exposes", async () => {
  const rows = await admin<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
    order by relname collate "C"`;
  expect(rows.map((row) => row.name)).toEqual(Object.keys(VISIBLE_ROWS));
});

describe.each(["visitor", "stranger", "awa", "administrator"] as const)("%s", (caller) => {
  it.each(Object.entries(VISIBLE_ROWS))("sees the expected rows of %s", async (relation, expected) => {
    const count = runAs(api, actors[caller], async (tx) => {
      const rows = await tx`select ${tx(expected.key)} from ${tx(`public.${relation}`)}`;
      return rows.length;
    });
    if (expected[caller] === null) expect(await getSqlState(count)).toBe("42501");
    else expect(await count).toBe(expected[caller]);
  });
});

describe.each(["visitor", "stranger"] as const)("%s", (caller) => {
  it.each(Object.keys(VISIBLE_ROWS))("cannot change or delete rows in %s", async (relation) => {
    const columns = await admin<{ name: string }[]>`
      select attname as name from pg_attribute
      where attrelid = ${`public.${relation}`}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`;
    const statements = [
      // Reads no column: otherwise the policy for reading would protect the rows as well.
      ...columns.map(({ name }) => `update public."${relation}" set "${name}" = default`),
      `delete from public."${relation}"`,
    ];
    const changed: string[] = [];
    for (const statement of statements) {
      const attempt = runAs(api, actors[caller], async (tx) => {
        const { count } = await tx.unsafe(statement);
        const own = relation === "profiles" && caller === "stranger" ? 1 : 0;
        if (count > own) changed.push(statement);
      });
      const failure = await getSqlState(attempt);
      if (failure !== null && !DENIED_CODES.includes(failure)) changed.push(`${statement}: ${failure}`);
    }
    expect(changed).toEqual([]);
  });
});

it.each([
  ["visitor", []],
  ["stranger", ["customer_addresses", "orders", "product_reviews", "wishlist_items"]],
] as const)("%s adds rows to %j alone", async (caller, wanted) => {
  // Policies are checked before the constraints, which would reject such an empty row in any case.
  const added: string[] = [];
  for (const relation of Object.keys(VISIBLE_ROWS)) {
    const attempt = runAs(api, actors[caller], (tx) =>
      tx.unsafe(`insert into public."${relation}" default values`),
    );
    const failure = await getSqlState(attempt);
    if (failure === null || !DENIED_CODES.includes(failure)) added.push(relation);
  }
  expect(added).toEqual(wanted);
});

describe("rows cannot be written in another user's name", () => {
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
      "a wishlist item of Awa's",
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
  it.each(forgeries)("%s", async (_what, forge) => {
    const [drill] = await admin<{ id: string }[]>`select id from public.products`;
    const [statement, values] = forge(actors.awa.id, drill?.id ?? "");
    for (const caller of [actors.visitor, actors.stranger]) {
      expect(await getSqlState(runAs(api, caller, (tx) => tx.unsafe(statement, values)))).toBe("42501");
    }
  });
});

describe("public content is created by administrators only", () => {
  const technician = { specialty: "Plomberie", specialty_slug: "plomberie", description: "Dépannage" };
  const rows: [string, (ids: Record<"product" | "technician", string>) => Record<string, string | number>][] =
    [
      ["attributes", () => ({ name: "Couleur", kind: "boolean" })],
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

  it.each(rows)("a row of %s", async (relation, toRow) => {
    const [ids] = await admin<Record<"product" | "technician", string>[]>`
      select (select id from public.products) as product, (select id from public.technician_profiles) as technician`;
    if (!ids) throw new Error("There is nothing to belong to.");
    const create = (actor: Actor) =>
      getSqlState(
        runAs(api, actor, async (tx) => {
          await tx`insert into ${tx(`public.${relation}`)} ${tx(toRow(ids))}`;
          await tx.unsafe(`do $$ begin raise exception using errcode = '${UNDONE}'; end $$`);
        }),
      );
    for (const caller of [actors.visitor, actors.stranger]) expect(await create(caller)).toBe("42501");
    // The technician already has contacts, which only the table itself reports.
    expect(await create(actors.administrator)).toBe(relation === "technician_contacts" ? "23505" : UNDONE);
  });
});

it("the service role sees everything", async () => {
  const counts = await runAs(api, serviceRole, async (tx) => {
    const [row] = await tx`
      select (select count(*)::integer from public.orders) as orders,
        (select count(*)::integer from public.technicians where phone is not null) as phones,
        (select count(*)::integer from public.customers) as accounts`;
    return row;
  });
  expect(counts).toEqual({ orders: 1, phones: 1, accounts: 3 });
});
