/**
 * Fills a shop with as many products, customers, orders and other rows as after years of business. Words,
 * categories, sales and reviews are skewed as in a real shop: some are frequent, most are rare.
 */
import { createHash } from "node:crypto";
import type { Sql, TransactionSql } from "#backend/core/database/database.ts";
import { fillCatalog, fillDocuments, fillLedger } from "./fill-catalog.ts";
import type { ShopSize } from "./shop-size.ts";

/** The id of a category; those from 1 to 24 are the families, the largest first. */
export function getCategoryId(position: number): string {
  return toId(`category${position}`);
}

/** The id of a product, from 1: the oldest first. */
export function getProductId(position: number): string {
  return toId(`product${position}`);
}

function toId(text: string): string {
  return createHash("md5")
    .update(text)
    .digest("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** The tables that are filled. */
const TABLES = [
  ...["public.products", "public.product_images", "public.product_reviews", "public.low_stocks"],
  ...["public.categories", "public.brands", "public.attributes", "public.attribute_categories"],
  ...["public.product_options", "public.product_variants", "public.price_changes", "public.stock_movements"],
  ...["auth.users", "public.profiles", "public.orders", "public.order_items", "public.cash_movements"],
  ...["private.product_documents", "private.search_terms"],
  ...["public.messages", "public.quotes", "public.mails", "public.audit_log"],
];

/**
 * `admin` is the superuser's connection. The triggers are disabled, and what they maintain is computed once; the
 * indexes are built when the rows are there: maintained by row, both would take most of the time.
 * `report` is told what is done next.
 */
export async function fillShop(
  admin: Sql,
  size: ShopSize,
  report: (step: string) => void = () => {},
): Promise<void> {
  await admin.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`set local work_mem = '256MB'`;
    await tx`set local maintenance_work_mem = '512MB'`;
    await tx`select setseed(0.5)`;
    const enableTriggers = await disableTriggers(tx);
    const createIndexes = await dropIndexes(tx);
    report("products and variants");
    await fillCatalog(tx, size);
    report("reviews");
    await fillReviews(tx, size);
    await fillRatings(tx);
    report("customers");
    await fillCustomers(tx, size);
    report("orders");
    await fillOrders(tx, size);
    report("cash book");
    await fillCash(tx);
    report("stock ledger and prices");
    await fillLedger(tx);
    report("messages and other rows");
    await fillOthers(tx, size);
    report("sums");
    await tx`analyze public.products, public.orders, public.order_items`;
    await tx`select private.recount_category_products()`;
    await tx`select private.recount_sales_days()`;
    report("documents of the search");
    await fillDocuments(tx);
    await tx`analyze`;
    await tx`select private.refresh_search_ranks()`;
    await createIndexes(report);
    await tx`select private.refresh_reorder_items()`;
    await enableTriggers();
  });
  report("vacuum");
  await admin`vacuum analyze`;
}

/** Drops the indexes that belong to no constraint, and returns how to build them again. */
async function dropIndexes(tx: TransactionSql): Promise<(report: (step: string) => void) => Promise<void>> {
  const indexes = await tx<{ name: string; definition: string }[]>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i
    where i.indrelid = any (${TABLES}::regclass[])
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`;
  for (const { name } of indexes) await tx.unsafe(`drop index ${name}`);
  return async (report) => {
    for (const { name, definition } of indexes) {
      report(name);
      await tx.unsafe(definition);
    }
  };
}

/** Disables the triggers that fire for a replica too, and returns how to enable them. */
async function disableTriggers(tx: TransactionSql): Promise<() => Promise<void>> {
  const triggers = await tx<{ table: string; name: string }[]>`
    select tgrelid::regclass::text as table, quote_ident(tgname) as name from pg_trigger
    where tgrelid = any (${TABLES}::regclass[]) and tgenabled = 'A'`;
  for (const { table, name } of triggers) await tx.unsafe(`alter table ${table} disable trigger ${name}`);
  return async () => {
    for (const { table, name } of triggers) {
      await tx.unsafe(`alter table ${table} enable always trigger ${name}`);
    }
  };
}

async function fillReviews(tx: TransactionSql, { products, reviews }: ShopSize): Promise<void> {
  await tx`
    insert into public.product_reviews (product_id, rating, name, email, comment, is_published, created_at)
    select md5('product' || ceil(${products}::integer * power(random(), 2)))::uuid,
      case when random() < 0.7 then 5 else 2 + floor(random() * 7) / 2 end,
      'Client', 'client@exemple.bf', 'Un avis tout à fait sincère', n % 100 <> 0,
      now() - (1 - n::float / ${reviews}::integer) * interval '6 years'
    from generate_series(1, ${reviews}::integer) n`;
}

/** The rating and the number of reviews are those of the published reviews. */
async function fillRatings(tx: TransactionSql): Promise<void> {
  await tx`
    update public.products p set rating = r.rating, review_count = r.count
    from (
      select product_id, avg(rating) as rating, count(*) as count
      from public.product_reviews where is_published group by product_id
    ) r
    where r.product_id = p.id`;
}

async function fillCustomers(tx: TransactionSql, { customers }: ShopSize): Promise<void> {
  await tx`
    insert into auth.users (id, email, last_sign_in_at)
    select md5('user' || n)::uuid, 'client' || n || '@exemple.bf', now() from generate_series(1, ${customers}::integer) n`;
  await tx`
    insert into public.profiles (id, email, first_name, last_name, phone, created_at)
    select md5('user' || n)::uuid, 'client' || n || '@exemple.bf', 'Client', md5(n::text), '+226 ' || 70000000 + n,
      now() - (1 - n::float / ${customers}::integer) * interval '6 years'
    from generate_series(1, ${customers}::integer) n`;
}

/** One to three lines each. The last percent of the orders is not completed yet. */
async function fillOrders(tx: TransactionSql, { products, customers, orders }: ShopSize): Promise<void> {
  await tx`
    insert into public.order_items (order_id, position, product_id, variant_id, name, unit_price, quantity)
    select md5('order' || line.n)::uuid, line.position, p.id, v.id, p.name, coalesce(v.price, p.price), ceil(random() * 4)
    from (
      select n, position, md5('product' || ceil(${products}::integer * power(random(), 3)))::uuid as product_id
      from generate_series(1, ${orders}::integer) n cross join lateral generate_series(1, 1 + n % 3) position
    ) line
    join public.products p on p.id = line.product_id
    left join public.product_variants v on v.product_id = p.id and v.position = 1 + line.n % 10`;
  await tx`
    insert into public.orders (id, number, user_id, customer_name, customer_email, customer_phone, total_amount,
      paid_amount, shipping_amount, items_count, status, stage, cancellation_reason, shipping_address, payment_info,
      created_at, updated_at)
    select md5('order' || n)::uuid, 'ORD-' || lpad(n::text, 9, '0'), md5('user' || customer)::uuid,
      'Client ' || md5(n::text), 'client' || customer || '@exemple.bf', '+226 ' || 70000000 + customer,
      items.amount + 2000, case status when 'completed' then items.amount + 2000 else 0 end, 2000, items.count, status,
      case status when 'pending' then 'to_confirm' when 'processing' then 'prepared'
        when 'completed' then 'delivered' else status end,
      case when status = 'cancelled' then 'Client injoignable' end,
      '{"address": "Secteur 12", "city": "Ouagadougou", "phone": "70112233"}', '{"method": "cod", "items": []}', at, at
    from generate_series(1, ${orders}::integer) n
    cross join lateral (
      select ceil(${customers}::integer * power(random(), 2) + n * 0)::integer as customer,
        case when n <= ${orders}::integer * 0.99 then case when n % 16 = 0 then 'cancelled' else 'completed' end
          when n % 3 = 0 then 'processing' else 'pending' end as status,
        now() - (1 - n::float / ${orders}::integer) * interval '3 years' as at
    ) drawn
    join (
      select order_id, sum(quantity * unit_price)::integer as amount, sum(quantity)::integer as count
      from public.order_items group by order_id
    ) items on items.order_id = md5('order' || n)::uuid
    order by n`;
}

/** Every completed order is paid into the drawer, which is emptied into the bank each evening. */
async function fillCash(tx: TransactionSql): Promise<void> {
  await tx`
    insert into public.cash_movements (at, recorded_at, book_day, from_account, to_account, amount, order_id)
    select updated_at, updated_at, (updated_at at time zone 'UTC')::date, 'order', 'drawer', total_amount, id
    from public.orders where status = 'completed' order by created_at`;
  await tx`
    insert into public.cash_movements (at, recorded_at, book_day, from_account, to_account, amount)
    select max(at), max(at), book_day, 'drawer', 'bank', least(sum(amount), 2147483647)
    from public.cash_movements group by book_day`;
  for (;;) {
    const [sums] = await tx<{ more: boolean }[]>`select private.sum_cash_days() as more`;
    if (!sums?.more) break;
  }
}

async function fillOthers(tx: TransactionSql, { others }: ShopSize): Promise<void> {
  await tx`
    insert into public.audit_log (at, actor_id, action, table_name, row_id, what)
    select now() - n * interval '1 minute', md5('actor' || n % 9)::uuid, 'update', 'products',
      md5('product' || n)::uuid, 'Article'
    from generate_series(1, ${others}::integer) n`;
  await tx`
    insert into public.messages (name, email, phone, message, read_at, created_at)
    select 'Client', 'client@exemple.bf', '70112233', 'Une fuite sous l''évier', now(), now() - n * interval '1 minute'
    from generate_series(1, ${others}::integer) n`;
  await tx`
    insert into public.quotes (id, kind, file_path, file_name, status, created_at)
    select md5('quote' || n)::uuid, 'image', 'image/' || n, 'mur.jpg', 'closed', now() - n * interval '1 minute'
    from generate_series(1, ${others}::integer) n`;
  await tx`
    insert into public.mails (subject_id, kind, recipient, sent_at, created_at)
    select md5('order' || n)::uuid, 'order_confirmation', 'client@exemple.bf', now(), now() - n * interval '1 minute'
    from generate_series(1, ${others}::integer) n`;
}
