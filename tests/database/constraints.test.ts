/**
 * Each constraint of the shop rejects the values just beyond it, for every role. Triggers are disabled here: some
 * would reject or repair the row before the constraint is checked.
 */
import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { readConstraintNames, VIOLATIONS } from "./constraint-violations.ts";

let database: TestDatabase;
let admin: Sql;
beforeAll(async () => {
  database = await createTestDatabase("demo");
  admin = database.connect("supabase_admin", 1);
  await admin.unsafe(`
    set session_replication_role = replica;
    insert into limits (name, scope, label, maximum, period_seconds) values ('letters', 'account', 'Lettres', 3, 60);
    insert into limit_refusals (name, audience, scope, refused) values ('letters', 'everyone', 'account', 1);
    insert into order_drafts (id, label, data) values (gen_random_uuid(), 'Awa', '{}');
    insert into customer_addresses (user_id, name, address, city)
      values (gen_random_uuid(), 'Maison', 'Pissy, portail bleu', 'Ouagadougou');
    insert into delivery_zones (name) values ('Bobo');
    insert into delivery_places (zone_id, town) select id, 'Bobo-Dioulasso' from delivery_zones;
    insert into delivery_fees (zone_id, fee) select id, 3000 from delivery_zones;
    insert into pickup_points (name, address, town) values ('Magasin', 'Zone du bois', 'Ouagadougou');
    insert into stock_alerts (product_id, email) values (gen_random_uuid(), 'awa@exemple.bf');
    insert into product_accessories (product_id, accessory_id, position)
      values (gen_random_uuid(), gen_random_uuid(), 1), (gen_random_uuid(), gen_random_uuid(), 1);
    insert into quotes (kind, file_path, file_name) values ('image', 'image/1/a.png', 'a.png');
    insert into runs (day, name, courier_id) values (current_date, 'Tournée', gen_random_uuid());
    insert into run_stops (run_id, order_id, position) values (gen_random_uuid(), gen_random_uuid(), 1);
    insert into missed_searches (term) values ('tuile');
    insert into mails (subject_id, kind, recipient) values (gen_random_uuid(), 'order_notice', 'awa@exemple.bf');
    insert into messages (name, email, phone, message)
      values ('Awa', 'awa@exemple.bf', '+22670112233', 'Êtes-vous libre lundi ?');
    delete from search_synonyms where term not in ('polytank', 'tank');
    insert into product_options (product_id, position, name, choices) values (gen_random_uuid(), 1, 'Diamètre', '{32 mm}');
    insert into product_variants (product_id, position, choices, price)
      values (gen_random_uuid(), 1, '{32 mm}', 900), (gen_random_uuid(), 1, '{32 mm}', 900);
    insert into price_lists (name) values ('Professionnels'), ('Artisans');
    insert into price_list_members (user_id, state, trade) values (gen_random_uuid(), 'requested', 'Maçon');
    insert into price_breaks (product_id, minimum_quantity, price) values (gen_random_uuid(), 10, 900);
    insert into promo_codes (code, kind, amount) values ('RENTREE', 'amount', 500);
    insert into sales (name, starts_at, ends_at) values ('Soldes', now(), now() + interval '1 day');
    insert into sale_items (sale_id, product_id) values (gen_random_uuid(), gen_random_uuid());
    insert into order_items (order_id, position, name, unit_price, quantity) values (gen_random_uuid(), 1, 'Scie', 5, 2);
    insert into order_events (id, order_id, kind, at) values (gen_random_uuid(), gen_random_uuid(), 'note', now());
    insert into cash_movements (from_account, to_account, amount) values ('drawer', 'bank', 500);
    insert into attributes (key, name, kind) values ('etanche', 'Étanche', 'boolean'), ('repliable', 'Repliable', 'boolean');
    insert into carriers (name) values ('Sahel Express'), ('Bobo Colis');
    insert into carrier_settlements (id, carrier_id, received_account, file_name, total_amount)
      values (gen_random_uuid(), gen_random_uuid(), 'bank', 'mars.csv', 500);
    insert into carrier_settlement_rows (settlement_id, position, number, amount, result)
      values (gen_random_uuid(), 1, 'SX-1', 500, 'unknown');
    insert into carrier_parcels (order_id, carrier_id, tracking_number) values (gen_random_uuid(), gen_random_uuid(), 'SX-1');
    insert into cash_closings (day, expected_amount, counted_amount) values (current_date, 0, 0);
    insert into cash_checks (day) values (current_date);
    insert into order_returns (id, order_id, state, reason)
      values (gen_random_uuid(), gen_random_uuid(), 'requested', 'Ne marche pas');
    insert into order_return_lines (return_id, order_id, position, quantity)
      values (gen_random_uuid(), gen_random_uuid(), 1, 1);
    insert into counted_in_pieces (order_id, position, quantity, destination, event_id)
      values (gen_random_uuid(), 1, 1, 'stock', gen_random_uuid());
    insert into suppliers (name) values ('Cimfaso'), ('Diacfa');
    insert into receipts (id, supplier_id, number) values (gen_random_uuid(), gen_random_uuid(), 'BL 1');
    insert into receipt_lines (receipt_id, item_id, position, name, quantity)
      values (gen_random_uuid(), gen_random_uuid(), 1, 'Ciment', 5);
    insert into receipt_arrivals (id, receipt_id, lines) values (gen_random_uuid(), gen_random_uuid(), '[]');
    insert into stock_counts (id, name) values (gen_random_uuid(), 'Rayon A');
    insert into stock_count_lines (id, count_id, product_id, actor_id, quantity, stock, reserved_quantity)
      values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 5, 5, 0);
    insert into stock_movements (product_id, kind, quantity) values (gen_random_uuid(), 'correction', 1);
    insert into stock_checks (day) values (current_date);
    insert into private.product_imports (id, file_name, actor_id, actor_name)
      values (gen_random_uuid(), 'a.csv', gen_random_uuid(), 'Fatou');
    insert into private.product_import_chunks (import_id, number) values (gen_random_uuid(), 1);
    insert into review_requests (order_id, product_id, customer_email, token_hash, expires_at)
      values (gen_random_uuid(), gen_random_uuid(), 'awa@exemple.bf', sha256('1'), now());
    insert into review_votes (review_id, user_id) values (gen_random_uuid(), gen_random_uuid());
    insert into review_votes (review_id, device_id) select review_id, gen_random_uuid() from review_votes`);
});
afterAll(() => database.drop());

it("every constraint is listed", async () => {
  expect(new Set(Object.keys(VIOLATIONS))).toEqual(await readConstraintNames(admin));
});

it.each(Object.entries(VIOLATIONS))("%s", async (constraint, statements) => {
  for (const statement of statements) {
    const error = await admin.unsafe(statement).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error, statement).toBeInstanceOf(postgres.PostgresError);
    expect(error, statement).toMatchObject({ constraint_name: constraint });
  }
});
