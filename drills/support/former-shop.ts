/** A data directory as an earlier version of the shop has left it, with orders of that time. */
import { randomUUID } from "node:crypto";
import type { Sql } from "#backend/core/database/database.ts";
import { migrateDatabase } from "#backend/core/database/migrations.ts";
import { createLogger } from "#backend/core/observability/log.ts";
import { startPostgres } from "#backend/postgres/index.ts";
import { parseMigrationSums, readMigrationSums, toMigrationState } from "#scripts/generate/migration-sums.ts";
import { withCluster } from "./with-cluster.ts";

const PRICE = 12_500;
const FEE = 2_000;

const EMAIL = "awa@exemple.bf";

/** What no upgrade may change, by table. A start adds the first administrator, who is none of it. */
const KEPT: Readonly<Record<string, string>> = {
  "auth.users": "id, email, encrypted_password, created_at",
  "public.profiles": "id, email",
  "public.products": "id, name, price, stock",
  "public.orders": "id, user_id, status, total_amount, created_at, customer_name, shipping_address::text",
  "public.order_items": "order_id, product_id, quantity, unit_price",
};

/** Fills a new data directory. `landing` is the group of migrations in supabase/migrations.sha256 that is its last one. */
export async function createFormerShop(dataDir: string, landing: number, orders: number): Promise<void> {
  const postgres = await startPostgres({ dataDir, log: createLogger("error") });
  const groups = parseMigrationSums(readMigrationSums()).slice(0, landing);
  await migrateDatabase(postgres.target("postgres"), toMigrationState(groups));
  await postgres.stop();
  await withCluster(dataDir, (sql) => fillWithOrders(sql, orders));
}

/** An order of a customer, and as many copies of it: what an order is differs from version to version. */
async function fillWithOrders(sql: Sql, count: number): Promise<void> {
  const [customer, product, order] = [randomUUID(), randomUUID(), randomUUID()];
  await sql`
    insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_user_meta_data, created_at, updated_at)
    values (${customer}, 'authenticated', 'authenticated', ${EMAIL}, 'none', now(), '{}', now(), now())`;
  await sql`
    insert into public.products (id, name, slug, price, stock)
    values (${product}, 'Perceuse', 'perceuse', ${PRICE}, 10)`;
  await sql.begin(async (tx) => {
    const claims = JSON.stringify({ sub: customer, role: "authenticated" });
    await tx`select set_config('request.jwt.claims', ${claims}, true)`;
    await tx`set local role authenticated`;
    await tx`
      insert into public.orders (
        id, customer_name, customer_email, customer_phone, total_amount, items_count, shipping_address, payment_info
      ) values (
        ${order}, 'Awa Ouédraogo', ${EMAIL}, '70112233', ${PRICE + FEE}, 1,
        ${tx.json({ address: "Pissy", city: "Ouagadougou", postalCode: "", phone: "70112233" })},
        ${tx.json({ method: "cod", items: [{ id: product, quantity: 1 }] })}
      )`;
  });
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`create temporary table copies on commit drop as select n, gen_random_uuid() as id from generate_series(2, ${count}::integer) n`;
    await copyRows(
      tx,
      "public.orders",
      `jsonb_build_object('id', c.id, 'number', o.number || '-' || c.n)`,
      "true",
    );
    await copyRows(
      tx,
      "public.order_items",
      `jsonb_build_object('order_id', c.id)`,
      `o.order_id = '${order}'`,
    );
  });
  await sql`analyze`;
}

/** A copy of a table's rows for each row of `copies`, which differs by `changes`. */
async function copyRows(
  tx: Pick<Sql, "unsafe">,
  table: string,
  changes: string,
  condition: string,
): Promise<void> {
  const [row] = await tx.unsafe(`
    select string_agg('new.' || quote_ident(attname), ', ') as selected, string_agg(quote_ident(attname), ', ') as columns from pg_attribute
    where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`);

  await tx.unsafe(`
    insert into ${table} (${row?.columns})
    select ${row?.selected}
    from (select * from ${table} o where ${condition}) o
    cross join copies c
    cross join lateral jsonb_populate_record(null::${table}, to_jsonb(o) || ${changes}) as new`);
}

/** Checksums of what no upgrade may change, by table. */
export async function sumKept(sql: Sql): Promise<Record<string, string>> {
  const sums: Record<string, string> = {};
  for (const [table, columns] of Object.entries(KEPT)) {
    const condition = columns.includes("email") ? `email = '${EMAIL}'` : "true";
    const [row] = await sql.unsafe(`
      select count(*) || ' ' || sum(hashtextextended(concat_ws('|', ${columns}), 0)) as sum
      from ${table} where ${condition}`);
    sums[table] = row?.sum;
  }
  return sums;
}
