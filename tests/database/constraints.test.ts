/**
 * Each constraint of the shop rejects the values just beyond it, for every role. A new constraint must be
 * listed here. Triggers are disabled here: some would reject or repair the row before the constraint is
 * checked.
 */
import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Sql } from "#backend/core/database.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { queryNames } from "./catalog-queries.ts";

let database: TestDatabase;
let admin: Sql;
beforeAll(async () => {
  database = await createTestDatabase("demo");
  admin = database.connect("supabase_admin", 1);
  await admin.unsafe(`
    set session_replication_role = replica;
    insert into limits (name, scope, label, maximum, period_seconds) values ('letters', 'account', 'Lettres', 3, 60);
    insert into limit_refusals (name, audience, scope, refused) values ('letters', 'everyone', 'account', 1);
    insert into quotes (kind, file_path, file_name) values ('image', 'image/1/a.png', 'a.png');
    insert into review_requests (order_id, product_id, customer_email, token_hash, expires_at)
      values (gen_random_uuid(), gen_random_uuid(), 'awa@exemple.bf', sha256('1'), now());
    insert into review_votes (review_id, user_id) values (gen_random_uuid(), gen_random_uuid());
    insert into review_votes (review_id, device_id) select review_id, gen_random_uuid() from review_votes`);
});
afterAll(() => database.drop());

const repeatedText = (count: number) => `repeat('x', ${count})`;
/** Sets the value in all rows; the error names the first row that is rejected. */
const set = (table: string, column: string, value: string | number) =>
  `update ${table} set ${column} = ${value}`;
const duplicateRow = (table: string, columns: string, select = columns) =>
  `insert into ${table} (${columns}) select ${select} from ${table} limit 1`;

const VIOLATIONS: Record<string, string[]> = {
  audit_action_known: [
    "insert into audit_log (id, action, table_name, what) overriding system value values (1, 'truncate', 'orders', 'x')",
  ],
  categories_slug_key: [set("categories", "slug", "'outils'")],
  email_format: ["awa", "awa@exemple", "a wa@exemple.bf"]
    .map((text) => set("technician_contacts", "email", `'${text}'`))
    .concat(set("technician_contacts", "email", `${repeatedText(310)} || '@exemple.bf'`)),
  label_format: [set("brands", "name", "'  '"), set("brands", "name", repeatedText(201))],
  limit_refusals_refused_check: [set("limit_refusals", "refused", 0)],
  limits_audience_check: [set("limits", "audience", "'nobody'")],
  limits_label_check: [set("limits", "label", "' '"), set("limits", "label", repeatedText(201))],
  limits_maximum_check: [-1, 1e12 + 1].map((maximum) => set("limits", "maximum", maximum)),
  limits_name_check: ["Letters", "a b", "1a"].map((name) => set("limits", "name", `'${name}'`)),
  limits_period_seconds_check: [0, 2_592_001].map((seconds) => set("limits", "period_seconds", seconds)),
  limits_scope_check: [set("limits", "scope", "'planet'")],
  link_format: [
    set("products", "more_info_url", "'javascript:alert(1)'"),
    set("products", "more_info_url", `'https://' || ${repeatedText(1993)}`),
  ],
  mail_kind_known: [
    "insert into mails (subject_id, kind, recipient) select id, 'advert', 'a@b.bf' from orders",
  ],
  messages_message_check: [9, 5001].map(
    (length) =>
      `insert into messages (name, email, phone, message) values ('Awa', 'a@b.bf', '70112233', ${repeatedText(length)})`,
  ),
  order_status_known: [set("orders", "status", "'shipped'")],
  orders_number_key: [set("orders", "number", "'ORD-000001'")],
  payment_method_known: ["select 'cheque'::payment_method"],
  percent_range: [set("products", "discount", -1), set("products", "discount", 101)],
  image_url_format: [
    set("products", "image", "'data:image/png;base64,AA'"),
    set("products", "image", `'/' || ${repeatedText(2000)}`),
  ],
  price_range: [set("products", "price", 0), set("products", "old_price", 100_000_001)],
  product_images_display_order_check: [set("product_images", "display_order", -1)],
  product_images_one_primary_idx: [set("product_images", "is_primary", "true")],
  product_reviews_comment_check: [9, 5001].map((length) =>
    set("product_reviews", "comment", repeatedText(length)),
  ),
  product_reviews_helpful_count_check: [set("product_reviews", "helpful_count", -1)],
  product_reviews_name_check: [set("product_reviews", "name", "'A'")],
  product_reviews_one_for_each_purchase_idx: [
    "update product_reviews set purchase_id = o.id, product_id = o.id from (select id from orders limit 1) o",
  ],
  product_reviews_rating_check: ["0.5", "5.5", "4.2"].map((rating) =>
    set("product_reviews", "rating", rating),
  ),
  product_reviews_sent_once_idx: [
    `update product_reviews set author_id = p.id, comment = ${repeatedText(10)}, product_id = p.id
      from (select id from profiles limit 1) p`,
  ],
  product_reviews_title_check: [set("product_reviews", "title", repeatedText(201))],
  products_slug_key: [set("products", "slug", "'marteau'")],
  products_stock_check: [set("products", "stock", -1)],
  profiles_address_check: [set("profiles", "address", repeatedText(501))],
  profiles_city_check: [set("profiles", "city", repeatedText(121))],
  profiles_first_name_check: [set("profiles", "first_name", repeatedText(101))],
  profiles_last_name_check: [set("profiles", "last_name", repeatedText(101))],
  profiles_phone_check: [set("profiles", "phone", repeatedText(41))],
  profiles_postal_code_check: [set("profiles", "postal_code", repeatedText(21))],
  properties_format: [set("products", "specifications", "'[]'"), set("products", "specifications", "'7'")],
  quote_kind_known: [set("quotes", "kind", "'video'")],
  quote_status_known: [set("quotes", "status", "'lost'")],
  quotes_file_name_check: [set("quotes", "file_name", "' '"), set("quotes", "file_name", repeatedText(256))],
  quotes_file_path_check: [set("quotes", "file_path", "''"), set("quotes", "file_path", repeatedText(501))],
  quotes_file_path_key: [duplicateRow("quotes", "kind, file_path, file_name")],
  quotes_note_check: [set("quotes", "note", repeatedText(2001))],
  // Two ids with the same prefix.
  quotes_reference_key: [
    duplicateRow(
      "quotes",
      "id, kind, file_path, file_name",
      "overlay(id::text placing 'abc' from 34)::uuid, kind, 'b', 'b'",
    ),
  ],
  review_requests_order_id_product_id_key: [
    duplicateRow("review_requests", "order_id, product_id, customer_email"),
  ],
  review_requests_token_expires: [set("review_requests", "expires_at", "null")],
  review_requests_token_hash_check: [set("review_requests", "token_hash", "'\\x00'")],
  review_requests_token_hash_key: [
    duplicateRow(
      "review_requests",
      "order_id, product_id, customer_email, token_hash, expires_at",
      "gen_random_uuid(), product_id, customer_email, token_hash, expires_at",
    ),
  ],
  review_votes_one_voter: [
    "insert into review_votes (review_id, user_id) values (gen_random_uuid(), null)",
    "insert into review_votes values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid())",
  ],
  review_votes_review_id_device_id_key: [
    "insert into review_votes select * from review_votes where device_id is not null",
  ],
  review_votes_review_id_user_id_key: [
    "insert into review_votes select * from review_votes where user_id is not null",
  ],
  sales_days_state_only_row_check: [
    "insert into private.sales_days_state values (false, now(), now(), pg_current_xact_id(), null)",
  ],
  security_settings_admin_idle_minutes_check: [4, 1441].map((value) =>
    set("security_settings", "admin_idle_minutes", value),
  ),
  security_settings_admin_session_hours_check: [0, 169].map((value) =>
    set("security_settings", "admin_session_hours", value),
  ),
  security_settings_id_check: ["insert into security_settings (id) values (false)"],
  shop_settings_address_check: [
    set("shop_settings", "address", "' '"),
    set("shop_settings", "address", repeatedText(301)),
  ],
  shop_settings_id_check: ["insert into shop_settings (id) values (false)"],
  shop_settings_low_stock_threshold_check: [-1, 1001].map((value) =>
    set("shop_settings", "low_stock_threshold", value),
  ),
  shop_settings_offers_banner_check: [
    set("shop_settings", "offers_banner", "' '"),
    set("shop_settings", "offers_banner", repeatedText(121)),
  ],
  shop_settings_phone_check: [7, 41].map((length) => set("shop_settings", "phone", repeatedText(length))),
  shop_settings_shipping_fee_check: [-1, 1_000_001].map((value) =>
    set("shop_settings", "shipping_fee", value),
  ),
  shop_settings_shop_name_check: [
    set("shop_settings", "shop_name", "' '"),
    set("shop_settings", "shop_name", repeatedText(101)),
  ],
  shop_settings_whatsapp_check: ["'+22670112233'", "'1234567'"].map((number) =>
    set("shop_settings", "whatsapp", number),
  ),
  slug_format: ["Marteau", "a b", "-a", "a--b"]
    .map((slug) => set("products", "slug", `'${slug}'`))
    .concat(set("products", "slug", repeatedText(221))),
  technician_contacts_phone_check: [7, 41].map((length) =>
    set("technician_contacts", "phone", repeatedText(length)),
  ),
  technician_profiles_availability_check: [set("technician_profiles", "availability", repeatedText(201))],
  technician_profiles_description_check: [
    set("technician_profiles", "description", "' '"),
    set("technician_profiles", "description", repeatedText(5001)),
  ],
  technician_profiles_experience_check: [-1, 101].map((years) =>
    set("technician_profiles", "experience", years),
  ),
  technician_profiles_location_check: [set("technician_profiles", "location", repeatedText(201))],
  technician_profiles_rating_check: ["-0.1", "5.1"].map((rating) =>
    set("technician_profiles", "rating", rating),
  ),
  technician_profiles_review_count_check: [set("technician_profiles", "review_count", -1)],
  technician_profiles_satisfied_clients_check: [set("technician_profiles", "satisfied_clients", -1)],
  technician_profiles_slug_key: [set("technician_profiles", "slug", "'ali'")],
  testimonials_content_check: [
    set("testimonials", "content", "' '"),
    set("testimonials", "content", repeatedText(2001)),
  ],
  testimonials_rating_check: ["0.5", "5.5", "4.2"].map((rating) => set("testimonials", "rating", rating)),
  testimonials_role_check: [set("testimonials", "role", repeatedText(121))],
};

it("every constraint is listed", async () => {
  const names = await queryNames(
    admin,
    `select k.conname as name from pg_constraint k join pg_namespace n on n.oid = k.connamespace
      where n.nspname in ('public', 'private') and k.contype in ('c', 'u', 'x')
    union
    select i.indexrelid::regclass::name from pg_index i join pg_class c on c.oid = i.indrelid
      join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'private') and i.indisunique and not i.indisprimary
    order by name`,
  );
  expect(Object.keys(VIOLATIONS).sort()).toEqual([...new Set(names)].sort());
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
