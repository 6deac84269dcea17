/**
 * A shop of every version that there has been is upgraded: a database with the migrations of that version is
 * filled with a shop's data, gets the migrations that were added since, and has lost and changed nothing.
 */

import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import { type MigrationState, migrateDatabase } from "#backend/core/database/migrations.ts";
import { createKeys } from "#backend/core/gateway/keys.ts";
import { createLogger } from "#backend/core/observability/log.ts";
import { openBackend } from "#backend/index.ts";
import { isAdministrator } from "#jobs/administrators.ts";
import { enqueueAccountMail } from "#jobs/mail/outbox.ts";
import {
  parseMigrationSums,
  parseReleases,
  readMigrationSums,
  toMigrationState,
} from "#scripts/generate/migration-sums.ts";
import { renderSchema } from "#scripts/generate/schema-sql.ts";
import { type Actor, createAdministratorActor, runAs, visitor } from "#tests/support/actors.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { shortOrLong } from "#tests/support/short-or-long.ts";

const ACCOUNT = { email: "awa@exemple.bf", password: "motdepasse-solide" };
const PRODUCT = { id: randomUUID(), price: 12_500, stock: 8 };
const CUSTOMER: Actor = { role: "authenticated", id: randomUUID() };

/**
 * A migration may describe a limit anew that protects something else, too, and change what it is by default. What a synonym
 * finds is computed from its meanings, by which words it is found from its term, and how a word sounds from the word; one
 * that the shop has not changed may be told to be a substitute.
 */
const CHANGED_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  limits: ["label", "updated_at", "default_maximum"],
  search_synonyms: ["found", "is_substitute", "term_key"],
  "private.search_terms": ["sound"],
};

/** Tables to which a migration adds rows. */
const ADDED_TO = [
  "limits",
  "storage.buckets",
  "role_rights",
  "private.told_steps",
  "search_synonyms",
  "private.search_terms",
  "private.pending_documents",
];

const sums = readMigrationSums();
const groups = parseMigrationSums(sums);
/** By the last migration of each version. */
const landings = groups.map((group, index): [string, MigrationState] => [
  basename(group.at(-1)?.path ?? ""),
  toMigrationState(groups.slice(0, index + 1)),
]);
/** All but the newest, which has nothing to upgrade. */
const former = landings.slice(0, -1);
const inShort = new Set([0, ...parseReleases(sums).values(), former.length - 1]);
/** The first version, every release and the one before the newest, or all of them in the long test run. */
const tried = shortOrLong(
  former.filter((_, index) => inShort.has(index)),
  landings,
);

function orderPieces(quantity: number) {
  return {
    id: randomUUID(),
    customer_name: "Awa Ouédraogo",
    customer_email: ACCOUNT.email,
    customer_phone: "70112233",
    total_amount: PRODUCT.price * quantity + 2500,
    items_count: quantity,
    shipping_address: { address: "Pissy", city: "Ouagadougou", postalCode: "", phone: "70112233" },
    payment_info: { method: "cod", items: [{ id: PRODUCT.id, quantity }] },
  };
}

/**
 * Fills an empty shop through what clients may do, by tables and columns that no version changes. It sells five
 * of the product's pieces, of which two come back.
 */
async function fillShop(owner: Sql, api: Sql): Promise<void> {
  await owner`
    insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
      confirmation_token, recovery_token, email_change_token_new, email_change, raw_app_meta_data, raw_user_meta_data,
      created_at, updated_at)
    values ('00000000-0000-0000-0000-000000000000', ${CUSTOMER.id}, 'authenticated', 'authenticated', ${ACCOUNT.email},
      extensions.crypt(${ACCOUNT.password}, extensions.gen_salt('bf', 4)), now(), '', '', '', '',
      '{"provider": "email", "providers": ["email"]}', '{"first_name": "Awa"}', now(), now())`;
  await owner`
    insert into auth.identities (user_id, provider_id, provider, identity_data, created_at, updated_at)
    values (${CUSTOMER.id}, ${CUSTOMER.id}, 'email',
      ${owner.json({ sub: CUSTOMER.id, email: ACCOUNT.email, email_verified: true })}, now(), now())`;
  const mariam = await createAdministratorActor(owner, "mariam@exemple.bf");
  const category = randomUUID();
  await runAs(api, mariam, async (tx) => {
    await tx`insert into public.categories (id, name, slug) values (${category}, 'Outillage', 'outillage')`;
    await tx`
      insert into public.products (id, name, slug, description, price, old_price, stock, category_id, features, specifications)
      values (${PRODUCT.id}, 'Perceuse à percussion', 'perceuse-a-percussion', 'Mandrin de 13 mm', ${PRODUCT.price}, 15000,
        ${PRODUCT.stock}, ${category}, '{Garantie,Réversible}', ${tx.json({ Puissance: "750 W" })})`;
    await tx`insert into public.product_images (product_id, image_url, is_primary) values (${PRODUCT.id}, '/pictures/perceuse.jpg', true)`;
    await tx`insert into public.brands (name) values ('Sahelis')`;
    await tx`insert into public.testimonials (name, content) values ('Issa', 'Livré en un jour.')`;
    await tx`update public.shop_settings set shipping_fee = 2500, offers_banner = 'Soldes'`;
  });
  const technician = randomUUID();
  await owner`
    insert into public.technician_profiles (id, name, slug, specialty, specialty_slug, description)
    values (${technician}, 'Boukary', 'boukary', 'Plomberie', 'plomberie', 'Plombier à Pissy')`;
  await owner`insert into public.technician_contacts (technician_id, phone) values (${technician}, '70445566')`;

  const [kept, cancelled] = [orderPieces(3), orderPieces(2)];
  for (const order of [kept, cancelled]) {
    await runAs(api, CUSTOMER, (tx) => tx`insert into public.orders ${tx(order)}`);
  }
  await runAs(api, mariam, async (tx) => {
    await tx`update public.orders set status = 'completed' where id = ${kept.id}`;
    await tx`update public.orders set status = 'cancelled', cancellation_reason = 'Doublon' where id = ${cancelled.id}`;
  });
  await runAs(
    api,
    CUSTOMER,
    (tx) => tx`
      insert into public.product_reviews (product_id, rating, comment, name, email)
      values (${PRODUCT.id}, 4, 'Un bon outil, je le garde.', 'Awa', ${ACCOUNT.email})`,
  );
  await runAs(api, mariam, (tx) => tx`update public.product_reviews set is_published = true`);
  await runAs(
    api,
    CUSTOMER,
    (tx) => tx`insert into public.wishlist_items (product_id) values (${PRODUCT.id})`,
  );
  await runAs(api, visitor, async (tx) => {
    await tx`
      insert into public.messages (technician_id, name, email, phone, message)
      values (${technician}, 'Fatou', 'fatou@exemple.bf', '70998877', 'Une fuite sous l''évier')`;
    await tx`insert into storage.objects (bucket_id, name) values ('quotes', ${`image/${randomUUID()}/plan.png`})`;
  });
}

type Row = Record<string, unknown>;

/** All rows of all tables, by the table's name. */
async function readRows(sql: Sql): Promise<Map<string, Row[]>> {
  const tables = await sql<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('auth', 'storage', 'public', 'private') order by 1`;
  const rows = new Map<string, Row[]>();
  for (const { name } of tables) {
    const found = await sql.unsafe<{ row: Row }[]>(`select to_jsonb(t) as row from ${name} t`);
    const normalize = NORMALIZED[name] ?? ((row: Row) => row);
    rows.set(
      name,
      found.map(({ row }) => normalize(row)),
    );
  }
  return rows;
}

const NORMALIZED: Readonly<Record<string, (row: Row) => Row>> = {
  product_reviews: toReview,
  limits: toLimit,
};

/** A limit that the shop has not changed follows its default. */
function toLimit({ maximum, default_maximum, ...row }: Row): Row {
  return { ...row, default_maximum, maximum: maximum === default_maximum ? "default" : maximum };
}

/** The author and the order of a review have moved to columns that the API does not read. */
function toReview({ author_id, purchase_id, ...row }: Row): Row {
  return author_id === undefined ? row : { ...row, user_id: author_id, order_id: purchase_id };
}

/** The rows as sorted texts, with these columns only: a later version may have more of them. */
function toTexts(rows: Row[], columns: string[]): string[] {
  return rows.map((row) => JSON.stringify(columns.map((column) => row[column]))).sort();
}

/** A database that takes one version after the other, and the schema of a new one. */
let upgraded: TestDatabase;
let newestSchema: string;
beforeAll(async () => {
  upgraded = await createTestDatabase("none");
  const fresh = await createTestDatabase();
  newestSchema = await renderSchema(fresh.connect("postgres"));
  await fresh.drop();
});
afterAll(() => upgraded.drop());

it.each(tried)("a shop of the version that ended with %s", async (_name, state) => {
  await migrateDatabase(upgraded.target, state);
  const database = await createTestDatabase(upgraded);
  onTestFinished(database.drop);
  const [admin, owner, api] = [
    database.connect("supabase_admin"),
    database.connect("postgres"),
    database.connect("authenticator"),
  ];
  // A copy of a database lacks its privileges.
  await admin`grant create, temporary on database ${admin(database.name)} to postgres`;
  await fillShop(owner, api);
  const [{ hasLimits } = {}] = await admin`select to_regclass('public.limits') is not null as "hasLimits"`;
  if (hasLimits) await admin`update limits set maximum = 7 where scope = 'network'`;
  const before = await readRows(admin);
  expect(before.get("order_items")).toHaveLength(2);

  await migrateDatabase(database.target);
  const after = await readRows(admin);
  for (const [name, rows] of before) {
    const columns = Object.keys(rows[0] ?? {}).filter((column) => !CHANGED_COLUMNS[name]?.includes(column));
    const [stored, found] = [toTexts(rows, columns), toTexts(after.get(name) ?? [], columns)];
    // A migration adds the limits that it enforces, the buckets of its files, the rights of its functions, the steps
    // that customers are told, words and synonyms of the search, and the products whose documents are to be written anew.
    expect(found, name).toEqual(ADDED_TO.includes(name) ? expect.arrayContaining(stored) : stored);
  }
  expect(await renderSchema(owner)).toBe(newestSchema);

  const dataDir = await mkdtemp(join(tmpdir(), "yaare-test-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const keys = await createKeys();
  const log = createLogger("error");
  const siteUrl = "http://shop.test";
  const backend = await openBackend({
    target: database.target,
    keys,
    log,
    siteUrl,
    dataDir,
    enqueueMail: enqueueAccountMail,
    isAdministrator,
  });
  onTestFinished(backend.close);
  const client = createClient(siteUrl, keys.anonKey, {
    global: { fetch: (input, init) => backend.fetch(new Request(input, init), "127.0.0.1") },
    auth: { persistSession: false, autoRefreshToken: false },
  });
  expect((await client.auth.signInWithPassword(ACCOUNT)).error).toBeNull();
  await client.from("orders").insert(orderPieces(1)).throwOnError();
  const { data: orders } = await client.from("orders").select("status,total_amount").order("created_at");
  expect(orders).toEqual([
    { status: "completed", total_amount: 40_000 },
    { status: "cancelled", total_amount: 27_500 },
    { status: "pending", total_amount: 15_000 },
  ]);
  const { data: products } = await client.from("products").select("stock,rating,review_count");
  expect(products).toEqual([{ stock: PRODUCT.stock - 3 - 1, rating: 4, review_count: 1 }]);
});
