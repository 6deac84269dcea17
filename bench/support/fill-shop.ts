/** Fills a shop with as many products, customers, orders and other rows as after years of business. */
import type { Sql } from "#backend/core/database.ts";

/**
 * `admin` is the superuser's connection. Triggers are disabled: they are not measured, and would take
 * minutes.
 */
export async function fillShop(admin: Sql, rows: number): Promise<void> {
  await admin.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into public.products (name, slug, reference, price, stock, created_at)
      select 'Article ' || md5(n::text), 'article-' || n, 'REF-' || n, 100 + n % 900, n % 200, now() - n * interval '1 minute'
      from generate_series(1, ${rows}::integer) n`;
    await tx`
      insert into auth.users (id, email, last_sign_in_at)
      select md5('user' || n)::uuid, 'client' || n || '@exemple.bf', now() from generate_series(1, ${rows}::integer) n`;
    await tx`
      insert into public.profiles (id, email, first_name, last_name, phone, created_at)
      select md5('user' || n)::uuid, 'client' || n || '@exemple.bf', 'Client', md5(n::text), '+226 ' || 70000000 + n,
        now() - n * interval '1 minute'
      from generate_series(1, ${rows}::integer) n`;
    await tx`
      insert into public.orders (id, number, user_id, customer_name, customer_phone, total_amount, items_count, status,
        shipping_address, payment_info, created_at)
      select md5('order' || n)::uuid, 'ORD-' || lpad(n::text, 9, '0'), md5('user' || n)::uuid, 'Client ' || md5(n::text),
        '+226 ' || 70000000 + n, 5000, 1, case when n % 100 = 0 then 'pending' else 'completed' end, '{}', '{"items": []}',
        now() - n * interval '10 minutes'
      from generate_series(1, ${rows}::integer) n`;
    await tx`
      insert into public.order_items (order_id, position, product_id, name, unit_price, quantity)
      select md5('order' || n)::uuid, 1, p.id, p.name, p.price, 1
      from generate_series(1, ${rows}::integer) n join public.products p on p.slug = 'article-' || n`;
    await tx`
      insert into public.audit_log (at, actor_id, action, table_name, row_id, what)
      select now() - n * interval '1 minute', md5('actor' || n % 9)::uuid, 'update', 'products',
        md5('product' || n)::uuid, 'Article'
      from generate_series(1, ${rows}::integer) n`;
    await tx`
      insert into public.product_reviews (product_id, name, email, comment, is_published, created_at)
      select p.id, 'Client', 'client@exemple.bf', 'Un avis tout à fait sincère', n % 100 <> 0, now() - n * interval '1 minute'
      from generate_series(1, ${rows}::integer) n join public.products p on p.slug = 'article-' || n`;
    await tx`
      insert into public.messages (name, email, phone, message, read_at, created_at)
      select 'Client', 'client@exemple.bf', '70112233', 'Une fuite sous l''évier', now(), now() - n * interval '1 minute'
      from generate_series(1, ${rows}::integer) n`;
    await tx`
      insert into public.quotes (id, kind, file_path, file_name, status, created_at)
      select md5('quote' || n)::uuid, 'image', 'image/' || n, 'mur.jpg', 'closed', now() - n * interval '1 minute'
      from generate_series(1, ${rows}::integer) n`;
    await tx`
      insert into public.mails (subject_id, kind, recipient, sent_at, created_at)
      select md5('order' || n)::uuid, 'order_confirmation', 'client@exemple.bf', now(), now() - n * interval '1 minute'
      from generate_series(1, ${rows}::integer) n`;
  });
  await admin`vacuum analyze`;
}
