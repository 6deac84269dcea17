/** One row in each table of the shop, for the tests that try the policies of all of them. */
import type { Sql } from "#backend/core/database/database.ts";
import { type Actor, runAs } from "./actors.ts";
import { createOrderInput, insertOrder } from "./orders.ts";
import { createProduct } from "./products.ts";

/** The rows that have an owner belong to `awa`. `admin` passes the policies, `api` logs in as authenticator. */
export async function insertOneRowEach(admin: Sql, api: Sql, awa: Actor): Promise<void> {
  const drill = await createProduct(admin, { price: 7500, stock: 10 });
  const { id: orderId } = await runAs(api, awa, (tx) =>
    insertOrder(tx, createOrderInput([{ product: drill, quantity: 1 }])),
  );
  // Of a product that does not exist: a second one would be another row of many tables.
  await admin.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into public.product_accessories (product_id, accessory_id, position)
      values (${drill.id}, gen_random_uuid(), 1)`;
  });
  // A shop begins with hundreds.
  await admin`delete from public.search_synonyms where term <> 'polytank'`;
  await admin`
    with brand as (insert into public.brands (name) values ('Sahelis')),
    category as (insert into public.categories (name, slug) values ('Plomberie', 'plomberie') returning id),
    attribute as (insert into public.attributes (name, kind) values ('Étanche', 'boolean') returning id),
    attribute_category as (
      insert into public.attribute_categories (attribute_id, category_id) select a.id, c.id from attribute a, category c
    ),
    image as (
      insert into public.product_images (product_id, image_url, is_primary)
      values (${drill.id}, '/pictures/perceuse-1-640.jpg', true)
    ),
    option as (
      insert into public.product_options (product_id, position, name, choices)
      values (${drill.id}, 1, 'Tension', '{18 V}')
    ),
    variant as (
      insert into public.product_variants (product_id, position, choices, price, stock)
      values (${drill.id}, 1, '{18 V}', 7500, 9)
    ),
    price_list as (insert into public.price_lists (name) values ('Professionnels') returning id),
    member as (
      insert into public.price_list_members (user_id, state, list_id, trade, decided_at)
      select ${awa.id}, 'granted', id, 'Plombière', now() from price_list
    ),
    price_break as (
      insert into public.price_breaks (product_id, minimum_quantity, price) values (${drill.id}, 10, 1)
    ),
    promo_code as (insert into public.promo_codes (code, kind, percent) values ('RENTREE', 'percent', 10)),
    sale as (
      insert into public.sales (name, percent, starts_at, ends_at)
      values ('Soldes', 10, '2100-01-01', '2100-02-01') returning id
    ),
    sale_item as (insert into public.sale_items (sale_id, product_id) select id, ${drill.id} from sale),
    testimonial as (insert into public.testimonials (name, content) values ('Ali', 'Sérieux')),
    invitation as (
      insert into public.admin_invitations (email, name, token_hash)
      values ('ali@example.com', 'Ali', sha256('1'))
    ),
    -- Its place is not where the orders of this file go, which cost the flat fee.
    zone as (insert into public.delivery_zones (name) values ('Bobo') returning id),
    place as (insert into public.delivery_places (zone_id, town) select id, 'Bobo-Dioulasso' from zone),
    fee as (insert into public.delivery_fees (zone_id, fee) select id, 3000 from zone),
    pickup_point as (
      insert into public.pickup_points (name, address, town, is_active)
      values ('Magasin', 'Avenue Kwamé N''Krumah', 'Ouagadougou', true), ('Ancien dépôt', 'Zone du bois', 'Ouagadougou', false)
    ),
    customer_address as (
      insert into public.customer_addresses (user_id, name, address, city)
      values (${awa.id}, 'Maison', 'Pissy, portail bleu', 'Ouagadougou')
    ),
    order_draft as (
      insert into public.order_drafts (id, label, data) values (gen_random_uuid(), 'Awa', '{}')
    ),
    customer_note as (insert into public.customer_notes (customer_id, note) values (${awa.id}, 'Paie bien')),
    quote as (insert into public.quotes (kind, file_path, file_name) values ('image', 'a/b', 'mur.jpg')),
    missed_search as (insert into public.missed_searches (term) values ('tuile')),
    stock_alert as (
      insert into public.stock_alerts (product_id, user_id, email) values (${drill.id}, ${awa.id}, 'awa@example.com')
    ),
    wishlist_item as (insert into public.wishlist_items (user_id, product_id) values (${awa.id}, ${drill.id})),
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
    with run as (insert into public.runs (day, name) values (current_date, 'Tournée') returning id)
    insert into public.run_stops (run_id, order_id, position) select id, ${orderId}, 1 from run`;
  await admin`
    with event as (
      insert into public.order_events (id, order_id, kind, at)
      values (gen_random_uuid(), ${orderId}, 'confirmed', now()) returning id
    )
    insert into public.cash_movements (from_account, to_account, amount, order_id)
    select 'order', 'drawer', 500, ${orderId} from event`;
  await admin`
    with carrier as (insert into public.carriers (name) values ('Sahel Express') returning id),
    settlement as (
      insert into public.carrier_settlements (id, carrier_id, received_account, file_name, total_amount)
      select gen_random_uuid(), id, 'bank', 'mars.csv', 500 from carrier returning id
    ),
    settlement_row as (
      insert into public.carrier_settlement_rows (settlement_id, position, number, amount, result)
      select id, 1, 'SX-1', 500, 'unknown' from settlement
    ),
    parcel as (
      insert into public.carrier_parcels (order_id, carrier_id, tracking_number)
      select ${orderId}::uuid, id, 'SX-2' from carrier
    ),
    closing as (
      insert into public.cash_closings (day, expected_amount, counted_amount) values ('2026-01-31', 0, 0)
    ),
    nightly as (insert into public.cash_checks (day) values ('2026-01-31')),
    opened as (
      insert into public.order_returns (id, order_id, state, reason, opened_by)
      values (gen_random_uuid(), ${orderId}, 'requested', 'Ne marche pas', ${awa.id}) returning id
    ),
    line as (
      insert into public.order_return_lines (return_id, order_id, position, quantity) select id, ${orderId}, 1, 1 from opened
    )
    insert into public.counted_in_pieces (order_id, position, quantity, destination, event_id)
    select ${orderId}, 1, 1, 'stock', id from public.order_events`;
  await admin`
    with supplier as (insert into public.suppliers (name) values ('Cimfaso') returning id),
    receipt as (
      insert into public.receipts (id, supplier_id, number) select gen_random_uuid(), id, 'BL 1' from supplier returning id
    ),
    line as (
      insert into public.receipt_lines (receipt_id, item_id, position, product_id, name, quantity, unit_cost)
      select id, ${drill.id}::uuid, 1, ${drill.id}, 'Perceuse', 5, 4000 from receipt
    ),
    arrival as (
      insert into public.receipt_arrivals (id, receipt_id, lines) select gen_random_uuid(), id, '[]' from receipt
    ),
    stock_count as (insert into public.stock_counts (id, name, shelf) values (gen_random_uuid(), 'Rayon A', 'A') returning id),
    count_line as (
      insert into public.stock_count_lines (id, count_id, product_id, actor_id, quantity, stock, reserved_quantity)
      select gen_random_uuid(), id, ${drill.id}::uuid, ${awa.id}::uuid, 5, 5, 0 from stock_count
    ),
    nightly as (insert into public.stock_checks (day) values ('2026-01-31')),
    shelf as (update public.products set shelf = 'A' where has_variants)
    insert into public.stock_movements (product_id, variant_id, kind, quantity, unit_cost, receipt_id)
    select v.product_id, v.id, 'receipt', 1, 4000, r.id from receipt r cross join public.product_variants v`;
  await admin`
    insert into private.reorder_items (item_id, product_id, sold_quantity, days_left)
    select id, product_id, 9, 3 from public.product_variants`;
  // Those that the shop comes with are too many to count.
  await admin`delete from public.limits`;
  await admin`
    insert into public.limits (name, scope, label, maximum, period_seconds)
    values ('letters', 'account', 'Lettres', 3, 3600)`;
  await admin`
    insert into public.limit_refusals (name, audience, scope, refused) values ('letters', 'everyone', 'account', 1)`;
  await admin`
    insert into public.review_votes (review_id, user_id)
    select id, ${awa.id}::uuid from public.product_reviews where is_published`;
  await admin`
    insert into public.technicians (name, slug, specialty, specialty_slug, description, phone)
    values ('Ali', 'ali', 'Plomberie', 'plomberie', 'Vingt ans de métier', '70 00 00 01')`;
  await admin`
    insert into public.messages (technician_id, name, email, phone, message)
    select id, 'Awa', 'awa@example.com', '70112233', 'Une fuite sous l''évier' from public.technicians`;
}
