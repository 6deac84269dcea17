/** What violates each constraint and each unique index. A new one must be listed here. */
import type { Sql } from "#backend/core/database/database.ts";
import { queryNames } from "./catalog-queries.ts";

const repeatedText = (count: number) => `repeat('x', ${count})`;
/** Sets the value in all rows; the error names the first row that is rejected. */
const set = (table: string, column: string, value: string | number) =>
  `update ${table} set ${column} = ${value}`;
const duplicateRow = (table: string, columns: string, select = columns) =>
  `insert into ${table} (${columns}) select ${select} from ${table} limit 1`;

export const VIOLATIONS: Record<string, string[]> = {
  ...Object.fromEntries(
    [
      ...["brands.updated_at", "mails.next_attempt_at", "mails.failed_at", "messages.read_at"],
      ...["orders.delivery_day", "promo_codes.starts_at", "promo_codes.ends_at", "quotes.read_at"],
      ...["receipts.expected_day", "sales.starts_at", "sales.ends_at", "technician_profiles.verified_at"],
    ].map((name): [string, string[]] => {
      const [table = "", column = ""] = name.split(".");
      const dates =
        column === "starts_at" ? ["'-infinity'", "'0001-12-31 BC'"] : ["'infinity'", "'10000-01-01'"];
      return [`${table}_${column}_check`, dates.map((date) => set(table, column, date))];
    }),
  ),
  admin_invitations_contact_check: [
    `insert into admin_invitations (name, token_hash) values ('Ali', sha256('1'))`,
    `insert into admin_invitations (email, phone, name, token_hash)
      values ('ali@exemple.bf', '22670112233', 'Ali', sha256('1'))`,
  ],
  price_breaks_key: [duplicateRow("price_breaks", "product_id, minimum_quantity, price")],
  price_breaks_minimum_quantity_check: [0, 1_000_000].map((quantity) =>
    set("price_breaks", "minimum_quantity", quantity),
  ),
  price_breaks_public_check: [set("price_breaks", "minimum_quantity", 1)],
  price_list_members_decided_check: [set("price_list_members", "decided_at", "now()")],
  price_list_members_granted_check: [set("price_list_members", "list_id", "gen_random_uuid()")],
  price_list_members_reason_check: ["' '", "repeat('x', 501)"].map((text) =>
    set("price_list_members", "reason", text),
  ),
  price_list_members_state_check: ["update price_list_members set state = 'forgotten', decided_at = now()"],
  price_list_members_trade_check: ["'x'", "repeat('x', 201)"].map((text) =>
    set("price_list_members", "trade", text),
  ),
  price_lists_name_check: ["' '", "repeat('x', 81)"].map((text) => set("price_lists", "name", text)),
  price_lists_name_key: [set("price_lists", "name", "'Professionnels'")],
  price_lists_percent_check: [-1, 91].map((percent) => set("price_lists", "percent", percent)),
  promo_codes_amount_check: [0, 100_000_001].map((amount) => set("promo_codes", "amount", amount)),
  promo_codes_category_ids_check: [
    set("promo_codes", "category_ids", "array(select gen_random_uuid() from generate_series(1, 101))"),
  ],
  promo_codes_code_check: ["'ab'", "'rentree'", "'-AB'", "repeat('X', 31)"].map((code) =>
    set("promo_codes", "code", code),
  ),
  promo_codes_code_key: [duplicateRow("promo_codes", "code, kind, amount")],
  promo_codes_kind_check: ["update promo_codes set kind = 'gift', amount = null"],
  promo_codes_max_uses_check: [0, 1_000_001].map((uses) => set("promo_codes", "max_uses", uses)),
  promo_codes_max_uses_per_customer_check: [0, 1001].map((uses) =>
    set("promo_codes", "max_uses_per_customer", uses),
  ),
  promo_codes_minimum_amount_check: [-1, 100_000_001].map((amount) =>
    set("promo_codes", "minimum_amount", amount),
  ),
  promo_codes_percent_check: [0, 91].map(
    (percent) => `update promo_codes set kind = 'percent', amount = null, percent = ${percent}`,
  ),
  promo_codes_period_check: ["update promo_codes set starts_at = now(), ends_at = now()"],
  promo_codes_used_count_check: [set("promo_codes", "used_count", -1)],
  promo_codes_value_check: [set("promo_codes", "kind", "'free_delivery'")],
  sale_items_key: [duplicateRow("sale_items", "sale_id, product_id")],
  sale_items_price_check: [
    "update sale_items set price = 1, category_id = gen_random_uuid(), product_id = null",
  ],
  sale_items_subject_check: [set("sale_items", "category_id", "gen_random_uuid()")],
  sale_items_variant_check: [
    "update sale_items set variant_id = gen_random_uuid(), category_id = gen_random_uuid(), product_id = null",
  ],
  sales_name_check: ["' '", "repeat('x', 81)"].map((text) => set("sales", "name", text)),
  sales_percent_check: [0, 91].map((percent) => set("sales", "percent", percent)),
  sales_period_check: [set("sales", "ends_at", "starts_at")],
  admin_invitations_email_key: [
    `insert into admin_invitations (email, name, token_hash)
      select 'ali@exemple.bf', 'Ali', sha256('1') from generate_series(1, 2)`,
  ],
  attribute_kind_known: [set("attributes", "kind", "'text'")],
  attributes_choices_check: [
    set("attributes", "choices", `'[{"key": "a", "name": "A"}]'`),
    set("attributes", "choices", "'{}'"),
  ],
  attributes_key_check: ["''", "'Couleur'", "'marque'", repeatedText(61)].map(
    (key) => `insert into attributes (key, name, kind) values (${key}, 'Couleur', 'boolean')`,
  ),
  attributes_key_key: [
    "insert into attributes (key, name, kind) select key, key || ' bis', kind from attributes",
  ],
  attributes_name_check: [set("attributes", "name", repeatedText(61))],
  attributes_name_key: [set("attributes", "name", "'ÉTANCHE'")],
  attributes_position_check: [-1, 100_001].map((position) => set("attributes", "position", position)),
  attributes_range_check: [
    set("attributes", "minimum", 1),
    "insert into attributes (key, name, kind, minimum, maximum) values ('poids', 'Poids', 'number', 5, 4)",
  ],
  attributes_unit_check: [
    set("attributes", "unit", "'mm'"),
    "insert into attributes (key, name, kind, unit) values ('poids', 'Poids', 'number', '12 kg')",
  ],
  admin_invitations_phone_check: [
    `insert into admin_invitations (phone, name, token_hash) values ('+22670112233', 'Ali', sha256('1'))`,
  ],
  admin_invitations_phone_key: [
    `insert into admin_invitations (phone, name, token_hash)
      select '22670112233', 'Ali', sha256('1') from generate_series(1, 2)`,
  ],
  audit_action_known: [
    "insert into audit_log (id, action, table_name, what) overriding system value values (1, 'truncate', 'orders', 'x')",
  ],
  carrier_parcels_settled_check: [set("carrier_parcels", "settled_at", "now()")],
  carrier_parcels_tracking_number_check: ["' '", repeatedText(61)].map((text) =>
    set("carrier_parcels", "tracking_number", text),
  ),
  carrier_parcels_tracking_number_idx: [
    `insert into carrier_parcels (order_id, carrier_id, tracking_number)
      select gen_random_uuid(), carrier_id, 'sx 1' from carrier_parcels`,
  ],
  carrier_settlement_rows_amount_check: [-1, 100_000_001].map((amount) =>
    set("carrier_settlement_rows", "amount", amount),
  ),
  carrier_settlement_rows_note_check: ["' '", repeatedText(501)].map((text) =>
    set("carrier_settlement_rows", "note", text),
  ),
  carrier_settlement_rows_number_check: ["' '", repeatedText(101)].map((text) =>
    set("carrier_settlement_rows", "number", text),
  ),
  carrier_settlement_rows_result_check: [set("carrier_settlement_rows", "result", "'lost'")],
  carrier_settlements_file_name_check: ["' '", repeatedText(256)].map((text) =>
    set("carrier_settlements", "file_name", text),
  ),
  carrier_settlements_received_account_check: [set("carrier_settlements", "received_account", "'expense'")],
  carrier_settlements_reference_check: ["' '", repeatedText(101)].map((text) =>
    set("carrier_settlements", "reference", text),
  ),
  carrier_settlements_total_amount_check: [set("carrier_settlements", "total_amount", -1)],
  carriers_name_key: [set("carriers", "name", "'Sahel Express'")],
  carriers_phone_check: [7, 41].map((length) => set("carriers", "phone", repeatedText(length))),
  cash_checks_problems_check: [set("cash_checks", "problems", "'{}'")],
  cash_closings_balances_check: [set("cash_closings", "balances", "'{}'")],
  cash_closings_counted_amount_check: [-1, 1_000_000_001].map(
    (amount) => `update cash_closings set counted_amount = ${amount}, expected_amount = ${amount}`,
  ),
  cash_closings_difference_check: [set("cash_closings", "expected_amount", 1)],
  cash_closings_note_check: ["' '", repeatedText(501)].map((text) => set("cash_closings", "note", text)),
  cash_account_known: [set("cash_movements", "to_account", "'pocket'")],
  cash_day_sums_key: [
    "insert into private.cash_day_sums (day, account, amount) values ('2026-11-01', 'drawer', 1), ('2026-11-01', 'drawer', 2)",
  ],
  cash_movements_accounts_check: [set("cash_movements", "to_account", "'drawer'")],
  cash_movements_amount_check: [0, -1].map((amount) => set("cash_movements", "amount", amount)),
  cash_movements_carrier_check: [
    set("cash_movements", "to_account", "'carrier'"),
    set("cash_movements", "carrier_id", "gen_random_uuid()"),
  ],
  cash_movements_reverses_check: ["update cash_movements set run_id = gen_random_uuid(), reverses_id = id"],
  cash_movements_reverses_id_key: [
    `insert into cash_movements (from_account, to_account, amount, reverses_id)
      select 'bank', 'drawer', 500, id from cash_movements, generate_series(1, 2)`,
  ],
  cash_movements_courier_check: [
    set("cash_movements", "to_account", "'courier'"),
    set("cash_movements", "courier_id", "gen_random_uuid()"),
  ],
  cash_movements_note_check: [set("cash_movements", "note", repeatedText(501))],
  cash_movements_order_check: [
    set("cash_movements", "from_account", "'order'"),
    set("cash_movements", "order_id", "gen_random_uuid()"),
  ],
  cash_movements_reference_check: ["' '", repeatedText(101)].map((text) =>
    set("cash_movements", "reference", text),
  ),
  brands_description_check: ["' '", repeatedText(2001)].map((text) => set("brands", "description", text)),
  brands_slug_key: [set("brands", "slug", "'sahelis'")],
  categories_calculators_check: [
    "{}",
    '[{"kind": "sand", "word": "", "waste": 5, "rate": 1}]',
    '[{"kind": "tiles", "word": "", "waste": 101, "rate": 1}]',
    '[{"kind": "tiles", "word": "", "waste": "5", "rate": 1}]',
    '[{"kind": "tiles", "word": "", "waste": 5, "rate": 0}]',
    JSON.stringify(Array.from({ length: 11 }, () => ({ kind: "tiles", word: "", waste: 5, rate: 1 }))),
  ].map((list) => set("categories", "calculators", `'${list}'`)),
  categories_description_check: ["' '", repeatedText(2001)].map((text) =>
    set("categories", "description", text),
  ),
  categories_level_check: [set("categories", "parent_level", 4), set("categories", "parent_level", 0)],
  categories_parent_check: [
    set("categories", "parent_id", "gen_random_uuid()"),
    set("categories", "parent_level", 1),
  ],
  categories_position_check: [-1, 100_001].map((position) => set("categories", "position", position)),
  cash_sums_state_only_row_check: ["insert into private.cash_sums_state values (false, '2026-11-01')"],
  categories_slug_key: [set("categories", "slug", "'outils'")],
  customer_addresses_address_check: [4, 501].map((length) =>
    set("customer_addresses", "address", repeatedText(length)),
  ),
  customer_addresses_city_check: [1, 121].map((length) =>
    set("customer_addresses", "city", repeatedText(length)),
  ),
  customer_addresses_landmark_check: [set("customer_addresses", "landmark", repeatedText(301))],
  customer_addresses_latitude_check: [set("customer_addresses", "latitude", "90.1, longitude = 0")],
  customer_addresses_longitude_check: [set("customer_addresses", "longitude", "-180.1, latitude = 0")],
  customer_addresses_position: [set("customer_addresses", "latitude", 12)],
  customer_addresses_postal_code_check: [set("customer_addresses", "postal_code", repeatedText(21))],
  customer_addresses_quarter_check: [set("customer_addresses", "quarter", repeatedText(121))],
  customer_notes_note_check: [
    `insert into customer_notes (customer_id, note) values (gen_random_uuid(), ${repeatedText(2001)})`,
  ],
  delivery_codes_code_check: ["insert into private.delivery_codes values (gen_random_uuid(), '123')"],
  delivery_proof_known: [set("order_settings", "delivery_proof", "'signature'")],
  delivery_fees_fee_check: [-1, 1_000_001].map((fee) => set("delivery_fees", "fee", fee)),
  delivery_fees_up_to_grams_check: [set("delivery_fees", "up_to_grams", 0)],
  delivery_fees_zone_id_up_to_grams_key: [duplicateRow("delivery_fees", "zone_id, fee")],
  delivery_places_quarter_check: [set("delivery_places", "quarter", repeatedText(121))],
  delivery_places_town_check: [
    set("delivery_places", "town", "'B'"),
    set("delivery_places", "town", repeatedText(121)),
  ],
  delivery_places_town_key_check: [set("delivery_places", "town", "'--'")],
  delivery_zones_bulky_fee_check: [-1, 1_000_001].map((fee) => set("delivery_zones", "bulky_fee", fee)),
  delivery_zones_days_check: ["'{}'", "'{0}'", "'{8}'", "'{1,1,1,1,1,1,1,1}'"].map((days) =>
    set("delivery_zones", "days", days),
  ),
  delivery_zones_delay_hours_check: [-1, 721].map((hours) => set("delivery_zones", "delay_hours", hours)),
  delivery_zones_free_from_check: [set("delivery_zones", "free_from", 0)],
  delivery_zones_name_key: [duplicateRow("delivery_zones", "name")],
  delivery_zones_position_check: [-1, 10_001].map((position) => set("delivery_zones", "position", position)),
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
  old_slugs_kind_check: [
    "insert into private.old_slugs (kind, slug, row_id) values ('orders', 'a', gen_random_uuid())",
  ],
  order_event_kind_known: [set("order_events", "kind", "'lost'")],
  order_events_data_check: [
    set("order_events", "data", "'[]'"),
    // Random, because stored values are compressed.
    set(
      "order_events",
      "data",
      "(select jsonb_object_agg(gen_random_uuid(), gen_random_uuid()) from generate_series(1, 300))",
    ),
  ],
  order_items_returned_quantity_check: [
    set("order_items", "returned_quantity", "quantity + 1"),
    set("order_items", "counted_in_quantity", 1),
    set("order_items", "counted_in_quantity", -1),
  ],
  order_queue_known: ["select 'all'::public.order_queue"],
  counted_in_pieces_destination_check: [set("counted_in_pieces", "destination", "'gift'")],
  counted_in_pieces_quantity_check: [set("counted_in_pieces", "quantity", 0)],
  order_return_lines_quantity_check: [set("order_return_lines", "quantity", 0)],
  order_return_lines_received_quantity_check: [-1, 2].map((count) =>
    set("order_return_lines", "received_quantity", count),
  ),
  order_returns_credit_amount_check: [set("order_returns", "credit_amount", -1)],
  order_returns_shipping_credit_amount_check: [-1, 1].map((amount) =>
    set("order_returns", "shipping_credit_amount", amount),
  ),
  order_returns_photo_path_check: ["''", repeatedText(201)].map((text) =>
    set("order_returns", "photo_path", text),
  ),
  order_returns_reason_check: ["' '", repeatedText(1001)].map((text) => set("order_returns", "reason", text)),
  order_returns_received_check: [set("order_returns", "received_at", "now()")],
  order_returns_refusal_reason_check: ["' '", repeatedText(501)].map(
    (text) => `update order_returns set state = 'refused', refusal_reason = ${text}`,
  ),
  order_returns_refused_check: [set("order_returns", "refusal_reason", "'Usé'")],
  order_returns_state_check: [set("order_returns", "state", "'lost'")],
  order_settings_return_days_check: [-1, 366].map((days) => set("order_settings", "return_days", days)),
  discount_limits_role_check: ["insert into discount_limits (role, maximum_percent) values ('owner', 10)"],
  order_drafts_author_name_check: [set("order_drafts", "author_name", repeatedText(201))],
  order_drafts_data_check: [
    set("order_drafts", "data", "'[]'"),
    set("order_drafts", "data", "jsonb_build_object('notes', repeat('a', 33000))"),
  ],
  order_items_discount_amount_check: [
    set("order_items", "discount_amount", -1),
    set("order_items", "discount_amount", "unit_price * quantity + 1"),
  ],
  orders_discount_reason_check: [set("orders", "discount_reason", repeatedText(201))],
  order_settings_id_check: ["insert into order_settings (id) values (false)"],
  order_settings_refusals_before_call_check: [-1, 101].map((count) =>
    set("order_settings", "refusals_before_call", count),
  ),
  order_stage_known: [set("orders", "stage", "'lost'")],
  orders_credited_amount_check: [set("orders", "credited_amount", -1)],
  orders_stage_fits_status: [
    "update orders set stage = case stage when 'delivered' then 'cancelled' else 'delivered' end, status = 'pending'",
  ],
  order_notice_state_only_row_check: ["insert into private.order_notice_state values (false)"],
  order_source_known: [set("orders", "source", "'fax'")],
  order_status_known: [set("orders", "status", "'shipped'")],
  orders_number_key: [set("orders", "number", "'ORD-000001'")],
  payment_method_known: ["select 'cheque'::payment_method"],
  percent_range: [set("products", "discount", -1), set("products", "discount", 101)],
  grams_range: [0, 10_000_001].map((grams) => set("products", "weight_grams", grams)),
  half_day_known: [set("orders", "delivery_half", "'night'")],
  image_url_format: [
    set("products", "image", "'data:image/png;base64,AA'"),
    set("products", "image", `'/' || ${repeatedText(2000)}`),
  ],
  missed_searches_answered_check: [0, 101].map((length) =>
    set("missed_searches", "answered", repeatedText(length)),
  ),
  missed_searches_searches_check: [set("missed_searches", "searches", 0)],
  missed_searches_term_check: [1, 61].map((length) => set("missed_searches", "term", repeatedText(length))),
  search_synonyms_found_check: [set("search_synonyms", "found", "null")],
  search_synonyms_meanings_check: ["'{}'", "'{null}'", "array_fill('x'::text, '{11}')"].map((meanings) =>
    set("search_synonyms", "meanings", meanings),
  ),
  search_synonyms_term_check: [repeatedText(1), repeatedText(61), "' cuve'"].map((term) =>
    set("search_synonyms", "term", term),
  ),
  search_synonyms_term_key_check: [set("search_synonyms", "term_key", "''")],
  search_synonyms_term_key_key: [set("search_synonyms", "term_key", "'tank'")],
  pickup_points_address_check: [4, 501].map((length) =>
    set("pickup_points", "address", repeatedText(length)),
  ),
  pickup_points_hours_check: [set("pickup_points", "hours", repeatedText(201))],
  pickup_points_name_key: [duplicateRow("pickup_points", "name, address, town")],
  pickup_points_position_check: [-1, 10_001].map((position) => set("pickup_points", "position", position)),
  pickup_points_town_check: [1, 121].map((length) => set("pickup_points", "town", repeatedText(length))),
  price_range: [set("products", "price", 0), set("products", "old_price", 100_000_001)],
  product_images_display_order_check: [set("product_images", "display_order", -1)],
  product_images_one_primary_idx: [set("product_images", "is_primary", "true")],
  product_accessories_other_check: [set("product_accessories", "accessory_id", "product_id")],
  product_accessories_position_check: [0, 13].map((position) =>
    set("product_accessories", "position", position),
  ),
  product_import_chunks_number_check: [0, 2001].map((number) =>
    set("private.product_import_chunks", "number", number),
  ),
  product_imports_active_key: [
    "insert into private.product_imports (id, file_name, actor_id, actor_name) values (gen_random_uuid(), 'b.csv', gen_random_uuid(), 'Awa')",
  ],
  product_imports_left_count_check: [set("private.product_imports", "left_count", "1")],
  product_imports_state_check: [set("private.product_imports", "state", "'paused'")],
  product_options_choices_check: ["'{}'", "'{null}'"].map((choices) =>
    set("product_options", "choices", choices),
  ),
  product_options_position_check: [0, 4].map((position) => set("product_options", "position", position)),
  product_variants_barcode_check: ["' '", repeatedText(51)].map((code) =>
    set("product_variants", "barcode", code),
  ),
  product_variants_choices_check: ["'{}'", "'{1,2,3,4}'", "'{null}'"].map((choices) =>
    set("product_variants", "choices", choices),
  ),
  product_variants_choices_key: [
    "update product_variants set product_id = p.id from (select id from products limit 1) p",
  ],
  product_variants_old_price_check: [set("product_variants", "old_price", "price")],
  product_variants_reference_check: [set("product_variants", "reference", repeatedText(101))],
  product_variants_stock_check: [set("product_variants", "stock", -1)],
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
  products_attributes_check: [
    set(
      "products",
      "attributes",
      "jsonb_build_object('a', (select string_agg(md5(n::text), '') from generate_series(1, 600) n))",
    ),
  ],
  products_barcode_check: ["' '", repeatedText(51)].map((code) => set("products", "barcode", code)),
  products_content_check: [
    set("products", "content_size", 1.44),
    "update products set unit = 'metre', content_size = 2, content_unit = 'kilogram'",
    "update products set content_size = 2, content_unit = 'box'",
  ],
  products_data_sheets_check: [
    "'{}'",
    `'[{"title": " ", "url": "/a.pdf", "size": 1}]'`,
    `'[{"title": "Fiche", "url": "ftp://a.bf/a.pdf", "size": 1}]'`,
    `'[{"title": "Fiche", "url": "/a.pdf", "size": 0}]'`,
    `'[{"title": "Fiche", "url": "/a.pdf"}]'`,
    `'[{"title": "Fiche", "url": "/a.pdf", "size": 1, "page": 2}]'`,
    `(select jsonb_agg('{"title": "Fiche", "url": "/a.pdf", "size": 1}'::jsonb) from generate_series(1, 11))`,
  ].map((sheets) => set("products", "data_sheets", sheets)),
  products_minimum_quantity_check: [0, 100_001].map((quantity) =>
    set("products", "minimum_quantity", quantity),
  ),
  products_slug_key: [set("products", "slug", "'marteau'")],
  products_step_size_check: [set("products", "step_size", 0.5)],
  products_stock_check: [set("products", "stock", -1)],
  products_videos_check: [
    "'7'",
    `'[{"title": "Montage", "url": "http://a.bf/a"}]'`,
    `'[{"title": "Montage", "url": "https://a.bf/a b"}]'`,
    `'[{"title": "", "url": "https://a.bf/a"}]'`,
    `'[{"title": "Le\\nmontage", "url": "https://a.bf/a"}]'`,
    `'["https://a.bf/a"]'`,
    `(select jsonb_agg('{"title": "Montage", "url": "https://a.bf/a"}'::jsonb) from generate_series(1, 11))`,
  ].map((videos) => set("products", "videos", videos)),
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
  retention_settings_audit_days_check: [89, 3651].map((value) =>
    set("retention_settings", "audit_days", value),
  ),
  retention_settings_draft_days_check: [0, 3651].map((value) =>
    set("retention_settings", "draft_days", value),
  ),
  retention_settings_id_check: ["insert into retention_settings (id) values (false)"],
  retention_settings_mail_days_check: [29, 3651].map((value) =>
    set("retention_settings", "mail_days", value),
  ),
  retention_settings_message_days_check: [6, 3651].map((value) =>
    set("retention_settings", "message_days", value),
  ),
  retention_settings_order_years_check: [0, 51].map((value) =>
    set("retention_settings", "order_years", value),
  ),
  retention_settings_quote_days_check: [6, 3651].map((value) =>
    set("retention_settings", "quote_days", value),
  ),
  retention_settings_unused_account_days_check: [0, 3651].map((value) =>
    set("retention_settings", "unused_account_days", value),
  ),
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
    "insert into review_votes (review_id, user_id, device_id) values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid())",
  ],
  review_votes_review_id_device_id_key: [
    "insert into review_votes (review_id, device_id, user_id) select review_id, device_id, null from review_votes where device_id is not null",
  ],
  review_votes_review_id_user_id_key: [
    "insert into review_votes (review_id, user_id) select review_id, user_id from review_votes where user_id is not null",
  ],
  sales_days_state_only_row_check: [
    "insert into private.sales_days_state values (false, now(), now(), pg_current_xact_id(), null)",
  ],
  shop_problems_kind_known: ["insert into private.shop_problems (kind, detail) values ('boredom', '{}')"],
  security_settings_admin_idle_minutes_check: [4, 1441].map((value) =>
    set("security_settings", "admin_idle_minutes", value),
  ),
  security_settings_admin_session_hours_check: [0, 169].map((value) =>
    set("security_settings", "admin_session_hours", value),
  ),
  security_settings_id_check: ["insert into security_settings (id) values (false)"],
  shelf_format: [set("products", "shelf", "' '"), set("products", "shelf", repeatedText(51))],
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
  run_stops_open_idx: [
    `insert into run_stops (run_id, order_id, position) select gen_random_uuid(), order_id, 1 from run_stops`,
  ],
  run_stops_position_check: [set("run_stops", "position", 0)],
  runs_closed_check: [set("runs", "state", "'closed'"), set("runs", "closed_at", "now()")],
  runs_handed_amount_check: ["update runs set state = 'closed', closed_at = now(), handed_amount = -1"],
  runs_note_check: [set("runs", "note", repeatedText(2001))],
  runs_out_check: ["update runs set state = 'out', courier_id = null"],
  runs_state_check: [set("runs", "state", "'lost'")],
  slug_format: ["Marteau", "a b", "-a", "a--b"]
    .map((slug) => set("products", "slug", `'${slug}'`))
    .concat(set("products", "slug", repeatedText(221))),
  staff_role_known: ["insert into role_rights values ('intern', 'orders.read')"],
  stock_alerts_one_for_each_key: [duplicateRow("stock_alerts", "product_id, email")],
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
  technician_profiles_rating_scale: [set("technician_profiles", "rating", "4.55")],
  technician_profiles_review_count_check: [set("technician_profiles", "review_count", -1)],
  technician_profiles_satisfied_clients_check: [set("technician_profiles", "satisfied_clients", -1)],
  technician_profiles_slug_key: [set("technician_profiles", "slug", "'ali'")],
  testimonials_content_check: [
    set("testimonials", "content", "' '"),
    set("testimonials", "content", repeatedText(2001)),
  ],
  testimonials_rating_check: ["0.5", "5.5", "4.2"].map((rating) => set("testimonials", "rating", rating)),
  testimonials_role_check: [set("testimonials", "role", repeatedText(121))],
  unit_amount_positive: [0, -1].map((size) => set("products", "step_size", size)),
  unit_known: [set("products", "unit", "'inch'")],
  tracking_key_id_check: [set("private.tracking_key", "id", "false")],
  tracking_key_key_check: [set("private.tracking_key", "key", "'short'")],
  receipt_arrivals_lines_check: [set("receipt_arrivals", "lines", "'{}'")],
  receipt_lines_quantity_check: [0, 1_000_001].map((quantity) => set("receipt_lines", "quantity", quantity)),
  receipt_lines_received_quantity_check: [-1, 1_000_001].map((quantity) =>
    set("receipt_lines", "received_quantity", quantity),
  ),
  receipts_note_check: [set("receipts", "note", repeatedText(2001))],
  receipts_number_check: ["' '", repeatedText(61)].map((text) => set("receipts", "number", text)),
  receipts_number_idx: [
    `insert into receipts (id, supplier_id, number)
      select gen_random_uuid(), supplier_id, 'bl-1' from receipts`,
  ],
  receipts_state_check: [set("receipts", "state", "'lost'")],
  stock_checks_problems_check: [set("stock_checks", "problems", "'{}'")],
  stock_count_lines_item_key: [
    `insert into stock_count_lines (id, count_id, product_id, actor_id, quantity, stock, reserved_quantity)
      select gen_random_uuid(), count_id, product_id, actor_id, 1, 1, 0 from stock_count_lines`,
  ],
  stock_count_lines_quantity_check: [-1, 1_000_001].map((quantity) =>
    set("stock_count_lines", "quantity", quantity),
  ),
  stock_count_lines_reserved_quantity_check: [set("stock_count_lines", "reserved_quantity", -1)],
  stock_counts_ended_check: [set("stock_counts", "state", "'closed'")],
  stock_counts_scope_check: [set("stock_counts", "shelf", "'A', category_id = gen_random_uuid()")],
  stock_counts_state_check: [set("stock_counts", "state", "'lost', ended_at = now()")],
  stock_movement_kind_known: [set("stock_movements", "kind", "'gift'")],
  stock_movements_quantity_check: [set("stock_movements", "quantity", 0)],
  stock_reason_known: [set("stock_movements", "reason", "'boredom'")],
  suppliers_name_key: [set("suppliers", "name", "'Cimfaso'")],
  suppliers_note_check: [set("suppliers", "note", repeatedText(2001))],
  suppliers_phone_check: [7, 41].map((length) => set("suppliers", "phone", repeatedText(length))),
};

/** The names that VIOLATIONS lists. */
export async function readConstraintNames(sql: Sql): Promise<Set<string>> {
  const names = await queryNames(
    sql,
    `select k.conname as name from pg_constraint k join pg_namespace n on n.oid = k.connamespace
      where n.nspname in ('public', 'private') and k.contype in ('c', 'u', 'x')
        -- Contains the primary key, as what a foreign key refers to: nothing violates it alone.
        and k.conname <> 'categories_id_level_key'
    union
    select x.relname from pg_index i join pg_class x on x.oid = i.indexrelid join pg_namespace n on n.oid = x.relnamespace
      where n.nspname in ('public', 'private') and i.indisunique and not i.indisprimary
        and x.relname <> 'categories_id_level_key'
    order by name`,
  );
  return new Set(names);
}
