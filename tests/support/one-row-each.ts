/** One row in each table of the shop, for the tests that try the policies of all of them. */
import type { Sql } from "#backend/core/database.ts";
import { type Actor, runAs } from "./actors.ts";
import { createOrderInput, insertOrder } from "./orders.ts";
import { createProduct } from "./products.ts";

/** The rows that have an owner belong to `awa`. `admin` passes the policies, `api` logs in as authenticator. */
export async function insertOneRowEach(admin: Sql, api: Sql, awa: Actor): Promise<void> {
  const drill = await createProduct(admin, { price: 7500, stock: 10 });
  const { id: orderId } = await runAs(api, awa, (tx) =>
    insertOrder(tx, createOrderInput([{ product: drill, quantity: 1 }])),
  );
  await admin`
    with brand as (insert into public.brands (name) values ('Sahelis')),
    category as (insert into public.categories (name, slug) values ('Plomberie', 'plomberie')),
    image as (
      insert into public.product_images (product_id, image_url, is_primary)
      values (${drill.id}, '/pictures/perceuse-1-640.jpg', true)
    ),
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
