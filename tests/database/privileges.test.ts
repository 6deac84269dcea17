/**
 * The expected privileges of each role on each column. A new table, view, function or grant must be listed
 * here. Policies restrict access further, row by row: see row-level-security.test.ts.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { productColumnNames } from "#app/features/admin/shared/fields/product-fields.ts";
import { SETTING_NAMES } from "#app/features/admin/shared/fields/settings-fields.ts";
import type { Sql } from "#backend/core/database/database.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";

/** `*` is the whole relation, otherwise columns by name. An operation that is not listed is not granted. */
type Privileges = Partial<Record<"select" | "insert" | "update" | "delete", string>>;

const PRODUCT =
  "attributes barcode category_id content_size content_unit data_sheets description discount features image is_bulky is_featured is_new minimum_quantity more_info_url name old_price price reference shelf slug specifications step_size stock unit videos weight_grams";
const TECHNICIAN =
  "availability description experience image location name rating review_count satisfied_clients slug specialty specialty_slug verified_at";
const REVIEW = {
  select:
    "comment created_at helpful_count id is_published is_verified name order_id product_id purchased_variant rating title user_id",
  insert: "comment email name order_id product_id rating title user_id",
};
const SETTINGS = "address email low_stock_threshold offers_banner phone shipping_fee shop_name whatsapp";
const MESSAGE = "email message name phone technician_id";

const RELATIONS: Record<string, { anon: Privileges; authenticated: Privileges }> = {
  admin_invitations: {
    anon: {},
    authenticated: { select: "created_at email expires_at id name phone role", delete: "*" },
  },
  admin_users: { anon: {}, authenticated: { select: "*" } },
  // In schema private, which the REST service does not expose.
  category_product_counts: { anon: { select: "*" }, authenticated: { select: "*" } },
  changed_sales_days: { anon: {}, authenticated: {} },
  daily_product_sales: { anon: {}, authenticated: {} },
  cash_day_sums: { anon: {}, authenticated: {} },
  instances: { anon: {}, authenticated: {} },
  shop_problems: { anon: {}, authenticated: {} },
  cash_sums_state: { anon: {}, authenticated: {} },
  daily_sales: { anon: {}, authenticated: {} },
  delivery_codes: { anon: {}, authenticated: {} },
  facet_values: { anon: { select: "*" }, authenticated: { select: "*" } },
  idempotent_results: { anon: {}, authenticated: {} },
  limit_buckets: { anon: {}, authenticated: {} },
  old_slugs: { anon: {}, authenticated: {} },
  limit_refusals: { anon: {}, authenticated: { select: "*" } },
  limits: { anon: {}, authenticated: { select: "*", update: "maximum period_seconds" } },
  order_audiences: { anon: {}, authenticated: {} },
  order_claims: { anon: {}, authenticated: {} },
  order_limits: { anon: {}, authenticated: {} },
  order_transitions: { anon: {}, authenticated: {} },
  told_steps: { anon: {}, authenticated: {} },
  tracking_key: { anon: {}, authenticated: {} },
  order_notice_state: { anon: {}, authenticated: {} },
  product_rankings: { anon: {}, authenticated: {} },
  sales_days_state: { anon: {}, authenticated: {} },
  admin_activity: { anon: {}, authenticated: {} },
  recovery_codes: { anon: {}, authenticated: {} },
  known_devices: { anon: {}, authenticated: {} },
  attribute_categories: {
    anon: { select: "*" },
    authenticated: { select: "*", insert: "*", delete: "*" },
  },
  attributes: {
    anon: { select: "*" },
    authenticated: {
      select: "*",
      insert: "choices id is_filter kind maximum minimum name position unit",
      update: "choices is_filter maximum minimum name position unit",
      delete: "*",
    },
  },
  audit_log: { anon: {}, authenticated: { select: "*" } },
  brands: {
    anon: { select: "*" },
    authenticated: {
      select: "*",
      insert: "description id logo name slug",
      update: "description logo name slug updated_at",
      delete: "*",
    },
  },
  categories: {
    anon: { select: "*" },
    authenticated: {
      select: "*",
      insert: "calculators description id image name parent_id position slug",
      update: "calculators description image name parent_id position slug",
      delete: "*",
    },
  },
  category_paths: { anon: { select: "*" }, authenticated: { select: "*" } },
  categories_with_counts: { anon: { select: "*" }, authenticated: { select: "*" } },
  customer_addresses: {
    anon: {},
    authenticated: {
      select: "*",
      insert: "address city landmark latitude longitude name postal_code quarter",
      update: "address city landmark latitude longitude name postal_code quarter",
      delete: "*",
    },
  },
  customer_notes: {
    anon: {},
    authenticated: { select: "*", insert: "customer_id note", update: "note" },
  },
  customers: { anon: {}, authenticated: { select: "*" } },
  delivery_fees: { anon: {}, authenticated: { select: "*" } },
  delivery_places: { anon: {}, authenticated: { select: "*" } },
  delivery_zones: { anon: {}, authenticated: { select: "*", delete: "*" } },
  low_stocks: { anon: {}, authenticated: { select: "*" } },
  mails: {
    anon: {},
    authenticated: {
      select:
        "attempts created_at failed_at is_local kind last_error next_attempt_at recipient sent_at subject_id",
      update: "failed_at next_attempt_at",
    },
  },
  messages: {
    anon: { insert: MESSAGE },
    authenticated: { select: "*", insert: MESSAGE, update: "read_at", delete: "*" },
  },
  order_items: { anon: {}, authenticated: { select: "*" } },
  orders: {
    anon: {},
    authenticated: {
      select: "*",
      insert:
        "customer_email customer_name customer_phone delivery_day delivery_half id items_count notes payment_info pickup_point_id promo_code shipping_address status total_amount",
      update: "cancellation_reason status",
    },
  },
  pickup_points: {
    anon: { select: "*" },
    authenticated: {
      select: "*",
      insert: "address hours id is_active name position town",
      update: "address hours is_active name position town",
      delete: "*",
    },
  },
  missed_searches: { anon: {}, authenticated: { select: "*", delete: "*" } },
  pending_documents: { anon: {}, authenticated: {} },
  product_imports: { anon: {}, authenticated: {} },
  product_import_chunks: { anon: {}, authenticated: {} },
  product_import_lines: { anon: {}, authenticated: {} },
  product_import_problems: { anon: {}, authenticated: {} },
  product_documents: { anon: { select: "*" }, authenticated: { select: "*" } },
  search_synonyms: {
    anon: { select: "*" },
    authenticated: {
      select: "*",
      insert: "id is_substitute meanings term",
      update: "is_substitute meanings term",
      delete: "*",
    },
  },
  search_terms: { anon: { select: "*" }, authenticated: { select: "*" } },
  product_images: {
    anon: { select: "*" },
    authenticated: {
      select: "*",
      insert: "display_order image_url is_primary product_id",
      update: "display_order image_url is_primary",
      delete: "*",
    },
  },
  product_accessories: { anon: { select: "*" }, authenticated: { select: "*" } },
  product_options: { anon: { select: "*" }, authenticated: { select: "*" } },
  price_breaks: { anon: {}, authenticated: { select: "*" } },
  price_changes: { anon: {}, authenticated: { select: "*" } },
  price_list_members: { anon: {}, authenticated: { select: "*" } },
  price_lists: {
    anon: {},
    authenticated: {
      select: "*",
      insert: "id is_active name percent",
      update: "is_active name percent",
      delete: "*",
    },
  },
  promo_codes: {
    anon: {},
    authenticated: {
      select: "*",
      insert:
        "amount category_ids code ends_at id is_active kind max_uses max_uses_per_customer minimum_amount percent starts_at",
      update:
        "amount category_ids ends_at is_active kind max_uses max_uses_per_customer minimum_amount percent starts_at",
      delete: "*",
    },
  },
  sale_items: { anon: {}, authenticated: { select: "*" } },
  sale_prices: { anon: {}, authenticated: {} },
  sales: { anon: {}, authenticated: { select: "*" } },
  entered_promo_codes: { anon: {}, authenticated: {} },
  product_variants: { anon: { select: "*" }, authenticated: { select: "*" } },
  sellable_items: { anon: { select: "*" }, authenticated: { select: "*" } },
  product_review_emails: { anon: {}, authenticated: { select: "*" } },
  product_reviews: {
    anon: REVIEW,
    authenticated: { ...REVIEW, update: "is_published", delete: "*" },
  },
  products: {
    anon: { select: "*" },
    authenticated: { select: "*", insert: sorted(`${PRODUCT} id`), update: PRODUCT, delete: "*" },
  },
  profiles: {
    anon: {},
    authenticated: {
      select: "*",
      insert: "email id",
      update: "address city first_name last_name phone postal_code",
    },
  },
  quotes: {
    anon: {},
    authenticated: { select: "*", update: "note read_at status" },
  },
  review_requests: {
    anon: {},
    authenticated: { select: "created_at customer_email expires_at id order_id product_id sent_at used_at" },
  },
  review_votes: {
    anon: { insert: "device_id review_id user_id" },
    authenticated: { select: "*", insert: "review_id user_id" },
  },
  role_rights: { anon: {}, authenticated: { select: "*" } },
  carrier_parcels: { anon: {}, authenticated: { select: "*" } },
  carrier_settlement_rows: { anon: {}, authenticated: { select: "*" } },
  carrier_settlements: { anon: {}, authenticated: { select: "*" } },
  carriers: {
    anon: {},
    authenticated: { select: "*", insert: "id is_active name phone", update: "is_active name phone" },
  },
  cash_checks: { anon: {}, authenticated: { select: "*" } },
  cash_closings: { anon: {}, authenticated: { select: "*" } },
  cash_movements: { anon: {}, authenticated: { select: "*" } },
  counted_in_pieces: { anon: {}, authenticated: { select: "*" } },
  reorder_items: { anon: {}, authenticated: {} },
  receipt_arrivals: { anon: {}, authenticated: { select: "*" } },
  receipt_lines: {
    anon: {},
    authenticated: {
      select: "item_id name position product_id quantity receipt_id received_quantity sold_by variant_id",
    },
  },
  receipts: { anon: {}, authenticated: { select: "*" } },
  stock_checks: { anon: {}, authenticated: { select: "*" } },
  stock_count_lines: { anon: {}, authenticated: { select: "*" } },
  stock_counts: { anon: {}, authenticated: { select: "*" } },
  stock_entries: { anon: {}, authenticated: {} },
  stock_movements: {
    anon: {},
    authenticated: {
      select:
        "actor_id actor_name at count_id id kind product_id quantity reason receipt_id sold_by variant_id",
    },
  },
  suppliers: {
    anon: {},
    authenticated: {
      select: "*",
      insert: "id is_active name note phone",
      update: "is_active name note phone",
    },
  },
  order_events: { anon: {}, authenticated: { select: "*" } },
  order_return_lines: { anon: {}, authenticated: { select: "*" } },
  order_returns: { anon: {}, authenticated: { select: "*" } },
  discount_limits: { anon: {}, authenticated: { select: "*", update: "maximum_percent" } },
  order_drafts: {
    anon: {},
    authenticated: { select: "*", insert: "data id label", update: "data label", delete: "*" },
  },
  order_settings: {
    anon: {},
    authenticated: { select: "*", update: "delivery_proof refusals_before_call return_days" },
  },
  retention_settings: {
    anon: { select: "*" },
    authenticated: {
      select: "*",
      update: "audit_days draft_days mail_days message_days order_years quote_days unused_account_days",
    },
  },
  run_stops: { anon: {}, authenticated: { select: "*" } },
  // Without what the couriers handed in, which is the cash's.
  runs: {
    anon: {},
    authenticated: {
      select: "closed_at courier_id courier_name created_at day id name out_at proof state updated_at",
    },
  },
  security_settings: {
    anon: {},
    authenticated: { select: "*", update: "admin_factor_required admin_idle_minutes admin_session_hours" },
  },
  shop_settings: { anon: { select: "*" }, authenticated: { select: "*", update: SETTINGS } },
  technician_contacts: {
    anon: { select: "*" },
    authenticated: {
      select: "*",
      insert: "email phone technician_id",
      update: "email phone",
      delete: "*",
    },
  },
  stock_alerts: { anon: {}, authenticated: { select: "created_at id product_id" } },
  technician_profiles: {
    anon: { select: "*" },
    authenticated: { select: "*", insert: sorted(`${TECHNICIAN} id`), update: TECHNICIAN, delete: "*" },
  },
  technicians: {
    anon: { select: "*" },
    authenticated: {
      select: "*",
      insert: sorted(`${TECHNICIAN} id email phone`),
      update: sorted(`${TECHNICIAN} email phone`),
      delete: "*",
    },
  },
  technicians_public: { anon: { select: "*" }, authenticated: { select: "*" } },
  testimonials: {
    anon: { select: "*" },
    authenticated: {
      select: "*",
      insert: "avatar content id name rating role",
      update: "avatar content name rating role",
      delete: "*",
    },
  },
  wishlist_items: {
    anon: {},
    authenticated: { select: "*", insert: "product_id user_id", delete: "*" },
  },
};

/** Functions that visitors or customers may execute, in policies or by rpc. */
const FUNCTIONS: Record<string, string> = {
  "public.accept_admin_invitation(text)": "authenticated",
  "public.add_administrator(text,text,staff_role)": "authenticated",
  "public.find_admin_invitation(text)": "anon authenticated",
  "public.invite_by_text(text,text,staff_role)": "authenticated",
  "public.list_administrators()": "authenticated",
  "public.my_rights()": "authenticated",
  "public.set_staff_role(uuid,staff_role)": "authenticated",
  "public.remove_administrator(uuid)": "authenticated",
  "public.customer_summaries(uuid[])": "authenticated",
  "public.best_sellers_between(date,date,integer)": "authenticated",
  "public.sales_between(date,date)": "authenticated",
  "public.set_product_stock(uuid,integer,integer)": "authenticated",
  "private.accept_admin_invitation(text)": "authenticated",
  "private.add_administrator(text,text,staff_role)": "authenticated",
  "private.find_admin_invitation(text)": "anon authenticated",
  "private.invite_by_text(text,text,staff_role)": "authenticated",
  "private.list_administrators()": "authenticated",
  "private.get_staff_role()": "anon authenticated",
  "private.has_document(tsquery)": "anon authenticated",
  "private.has_odd_characters(text)": "anon authenticated",
  "private.has_right(text)": "anon authenticated",
  "private.my_rights()": "authenticated",
  "private.require_right(text)": "authenticated",
  "private.set_product_stock(uuid,integer,integer)": "authenticated",
  "private.set_staff_role(uuid,staff_role)": "authenticated",
  "private.remove_administrator(uuid)": "authenticated",
  "private.list_best_sellers_between(date,date,integer)": "authenticated",
  "public.add_to_wishlist(uuid[])": "authenticated",
  "public.best_sellers(integer,integer)": "authenticated",
  "public.change_products(uuid[],jsonb,uuid)": "authenticated",
  "public.count_recovery_codes()": "authenticated",
  "public.create_recovery_codes()": "authenticated",
  "public.end_session(uuid)": "authenticated",
  "public.erase_customer_data(uuid,text,boolean)": "authenticated",
  "public.erase_my_account(boolean)": "authenticated",
  "public.export_customer_data(uuid,text)": "authenticated",
  "public.export_my_data()": "authenticated",
  "public.get_admin_access()": "authenticated",
  "public.list_sessions()": "authenticated",
  "public.record_admin_activity()": "authenticated",
  "public.use_recovery_code(text)": "authenticated",
  "private.category_and_ancestors(uuid)": "anon authenticated",
  "private.category_and_descendants(uuid)": "anon authenticated",
  "private.check_attributes(uuid,jsonb,jsonb)": "authenticated",
  "private.count_facet_values(text,text[],text[],integer,integer)": "anon authenticated",
  "private.count_faceted_products(text,text[])": "anon authenticated",
  "private.describe_attribute_problem(attributes,jsonb)": "authenticated",
  "private.facet_condition(text[],numeric,numeric,text)": "anon authenticated",
  "private.find_attribute(text)": "authenticated",
  "private.index_facet(text[],numeric,numeric,text)": "anon authenticated",
  "private.list_indexed_facets(text[])": "anon authenticated",
  "private.plan_products(text)": "anon authenticated",
  "private.choose_candidates(text,text,integer)": "anon authenticated",
  "private.select_candidates(text,integer)": "anon authenticated",
  "private.estimate_products(text)": "anon authenticated",
  "private.walk_products(text,text,text,integer,integer)": "anon authenticated",
  "private.has_attribute(uuid,uuid)": "authenticated",
  "private.is_choice_list(jsonb)": "authenticated",
  "private.is_data_sheet_list(jsonb)": "authenticated",
  "private.is_video_list(jsonb)": "authenticated",
  "private.extract_data_sheet_names(text)": "authenticated",
  "private.find_link_problem(jsonb,jsonb)": "authenticated",
  "private.find_accessory_problem(uuid,jsonb)": "authenticated",
  "private.save_product_accessories(uuid,jsonb)": "authenticated",
  "private.list_facet_conditions(text[])": "anon authenticated",
  "private.read_attribute(attributes,jsonb)": "authenticated",
  "private.sample_facet_values(text,text[],double precision)": "anon authenticated",
  "private.read_facets(text[])": "anon authenticated",
  "private.validate_product_fields(jsonb,jsonb)": "authenticated",
  "public.list_faceted_products(text[],text,uuid,integer,integer,boolean,boolean,text,integer,integer)":
    "anon authenticated",
  "public.list_facets(text,uuid,integer,integer,boolean,boolean,text[])": "anon authenticated",
  "public.list_category_attributes(uuid)": "anon authenticated",
  "public.list_unknown_facets(text[])": "anon authenticated",
  "public.save_attribute(jsonb,uuid[],timestamp with time zone)": "authenticated",
  "public.count_customers()": "authenticated",
  "public.count_brand_products(text)": "anon authenticated",
  "public.count_products(text,uuid,integer,integer,boolean,boolean,boolean,boolean,integer,integer,text[])":
    "anon authenticated",
  "public.count_orders(order_status,date,date)": "authenticated",
  "public.count_reviews_by_stars(uuid)": "anon authenticated",
  "public.dashboard_counts()": "authenticated",
  "public.delivery_options(text,text,jsonb)": "anon authenticated",
  "public.delivery_table()": "anon authenticated",
  "public.save_delivery_zone(jsonb,timestamp with time zone)": "authenticated",
  "private.delivery_options(text,text,jsonb)": "anon authenticated",
  "private.delivery_table()": "anon authenticated",
  "private.save_delivery_zone(jsonb,timestamp with time zone)": "authenticated",
  "public.find_current_slug(text,text)": "anon authenticated",
  "public.free_slug(text,text,uuid)": "authenticated",
  "public.import_products(jsonb,boolean,uuid)": "authenticated",
  "public.is_admin_user()": "anon authenticated",
  "public.limits_with_refusals()": "authenticated",
  "public.get_shop_state()": "authenticated",
  "private.get_shop_state()": "authenticated",
  "public.list_security_events(uuid,text[],timestamp with time zone,uuid,integer)": "authenticated",
  "private.list_bought_together(uuid)": "anon authenticated",
  "public.list_bought_together(uuid)": "anon authenticated",
  "private.category_names()": "authenticated",
  "public.list_category_ids(text)": "anon authenticated",
  "public.move_category(uuid,integer)": "authenticated",
  "public.list_category_branch(text)": "anon authenticated",
  "public.list_category_products(uuid,text,integer,integer,boolean,boolean,uuid,integer,integer)":
    "anon authenticated",
  "public.list_near_products(text)": "anon authenticated",
  "public.find_synonyms(text)": "authenticated",
  "private.find_answered_query(text,uuid)": "anon authenticated",
  "private.find_search_answer(text)": "anon authenticated",
  "private.find_substitute(text[])": "anon authenticated",
  "private.is_called(uuid,tsquery)": "anon authenticated",
  "public.get_search_answer(text)": "anon authenticated",
  "private.limit_to_weights(tsquery,text)": "anon authenticated",
  "private.split_price(text)": "anon authenticated",
  "public.list_missed_searches(integer,integer)": "authenticated",
  "public.record_missed_search(text)": "anon authenticated",
  "public.low_stock_products(integer)": "authenticated",
  "public.mark_review_token_used(text)": "anon authenticated",
  "public.list_highest_stocks(integer,integer)": "authenticated",
  "public.office_search(text)": "authenticated",
  "public.orders_by_status()": "authenticated",
  "public.sales_by_day(integer)": "authenticated",
  "public.request_stock_alert(uuid,text,uuid)": "anon authenticated",
  "public.save_product(jsonb,jsonb,timestamp with time zone)": "authenticated",
  "private.save_variants(uuid,timestamp with time zone,jsonb,jsonb)": "authenticated",
  "public.save_variants(uuid,timestamp with time zone,jsonb,jsonb)": "authenticated",
  "public.search_customers(text)": "authenticated",
  "public.search_mails(text)": "authenticated",
  "public.search_messages(text)": "authenticated",
  "public.search_orders(text)": "authenticated",
  "public.search_products(text,uuid,integer,integer,boolean,boolean,integer,integer)": "anon authenticated",
  "public.search_quotes(text)": "authenticated",
  "public.search_reviews(text)": "authenticated",
  "public.search_technicians(text)": "anon authenticated",
  "public.search_testimonials(text)": "anon authenticated",
  "public.set_customer_trusted(uuid,boolean)": "authenticated",
  "public.suggest_products(text,uuid)": "anon authenticated",
  "public.summarize_customer_data(uuid,text)": "authenticated",
  "public.validate_review_token(text)": "anon authenticated",
  "public.waiting_counts()": "authenticated",
  "private.get_idempotent_result(uuid)": "authenticated",
  "private.get_phone_key(text)": "authenticated",
  "private.get_place_key(jsonb)": "authenticated",
  "private.set_customer_trusted(uuid,boolean)": "authenticated",
  "private.to_contact_search_patterns(text)": "authenticated",
  "private.to_name_term(text)": "anon authenticated",
  "private.to_sound(text)": "anon authenticated",
  "private.split_query(text)": "anon authenticated",
  "private.split_typed_words(text)": "anon authenticated",
  "private.is_search_term(text)": "anon authenticated",
  "private.is_attributive(text)": "anon authenticated",
  "private.is_near_search_term(text)": "anon authenticated",
  "private.to_search_pattern(text)": "anon authenticated",
  "private.to_word_patterns(text)": "anon authenticated",
  "private.to_search_patterns(text)": "anon authenticated",
  "private.technician_search_text(text,text,text,text)": "anon authenticated",
  "private.customer_search_text(text,text,text,text)": "authenticated",
  "private.get_period_start(integer)": "authenticated",
  "private.normalize_search_text(text)": "anon authenticated",
  "private.parse_import_boolean(jsonb)": "authenticated",
  "private.is_admin()": "anon authenticated",
  "private.is_anonymous_account(uuid)": "authenticated",
  "private.is_calculator_list(jsonb)": "authenticated",
  "private.count_recovery_codes()": "authenticated",
  "private.create_recovery_codes()": "authenticated",
  "private.end_session(uuid)": "authenticated",
  "private.erase_customer_data(uuid,text,boolean)": "authenticated",
  "private.erase_my_account(boolean)": "authenticated",
  "private.export_customer_data(uuid,text)": "authenticated",
  "private.export_my_data()": "authenticated",
  "private.summarize_customer_data(uuid,text)": "authenticated",
  "private.get_admin_access()": "authenticated",
  "private.lacks_second_factor()": "authenticated",
  "private.list_sessions()": "authenticated",
  "private.record_admin_activity()": "authenticated",
  "private.use_recovery_code(text)": "authenticated",
  "private.is_review_requested(uuid,uuid,text)": "anon authenticated",
  "private.store_idempotent_result(uuid,jsonb)": "authenticated",
  "private.count_low_stock()": "authenticated",
  "private.count_rows(regclass)": "authenticated",
  "private.list_best_sellers(date,integer)": "authenticated",
  "private.fits_content(text,numeric,text)": "authenticated",
  "private.fits_status(text,text)": "authenticated",
  "private.fits_unit(text,numeric)": "authenticated",
  "private.list_daily_sales(date)": "authenticated",
  "private.close_drawer(date,integer,text)": "authenticated",
  "private.close_run(uuid,integer,text)": "authenticated",
  "private.cancel_stock_count(uuid)": "authenticated",
  "private.close_receipt(uuid)": "authenticated",
  "private.close_stock_count(uuid)": "authenticated",
  "private.discard_count_line(uuid)": "authenticated",
  "private.list_count_lines(uuid,integer,integer)": "authenticated",
  "private.list_item_costs(uuid)": "authenticated",
  "private.list_items_to_reorder(integer,integer,integer)": "authenticated",
  "private.list_receipt_costs(uuid)": "authenticated",
  "private.list_stock_entries(uuid,uuid,integer,integer)": "authenticated",
  "private.list_uncounted_items(uuid,integer,integer)": "authenticated",
  "private.open_stock_count(jsonb)": "authenticated",
  "private.receive_goods(jsonb)": "authenticated",
  "private.save_count_line(jsonb)": "authenticated",
  "private.save_receipt(jsonb,timestamp with time zone)": "authenticated",
  "public.cancel_stock_count(uuid)": "authenticated",
  "public.close_receipt(uuid)": "authenticated",
  "public.close_stock_count(uuid)": "authenticated",
  "public.discard_count_line(uuid)": "authenticated",
  "public.find_stock_items(text,integer)": "authenticated",
  "public.item_costs(uuid)": "authenticated",
  "public.items_to_reorder(integer,integer,integer)": "authenticated",
  "public.list_count_lines(uuid,integer,integer)": "authenticated",
  "public.open_stock_count(jsonb)": "authenticated",
  "public.receipt_costs(uuid)": "authenticated",
  "public.receive_goods(jsonb)": "authenticated",
  "public.save_count_line(jsonb)": "authenticated",
  "public.save_receipt(jsonb,timestamp with time zone)": "authenticated",
  "public.stock_ledger(uuid,uuid,integer,integer)": "authenticated",
  "public.uncounted_items(uuid,integer,integer)": "authenticated",
  "private.count_in_return(uuid,uuid,jsonb)": "authenticated",
  "private.decide_return(uuid,boolean,text)": "authenticated",
  "private.hand_to_carrier(uuid,jsonb)": "authenticated",
  "private.import_settlement(jsonb)": "authenticated",
  "private.list_named_balances(date)": "authenticated",
  "private.list_orders_to_refund()": "authenticated",
  "private.list_pieces_to_count_in()": "authenticated",
  "private.list_returnable_lines(uuid)": "authenticated",
  "private.list_runs_to_close()": "authenticated",
  "private.open_return(jsonb)": "authenticated",
  "private.receive_return(uuid,jsonb,boolean)": "authenticated",
  "private.record_cash_movement(jsonb)": "authenticated",
  "private.refund_order(jsonb)": "authenticated",
  "private.resolve_settlement_row(uuid,integer,text,text,boolean)": "authenticated",
  "private.reverse_cash_movement(uuid,text)": "authenticated",
  "private.sum_cash_by_day(date,date)": "authenticated",
  "private.take_back_parcel(uuid)": "authenticated",
  "public.cash_balances(date)": "authenticated",
  "public.cash_report(date,date)": "authenticated",
  "public.close_drawer(date,integer,text)": "authenticated",
  "public.close_run(uuid,integer,text)": "authenticated",
  "public.count_in_return(uuid,uuid,jsonb)": "authenticated",
  "public.decide_return(uuid,boolean,text)": "authenticated",
  "public.hand_to_carrier(uuid,jsonb)": "authenticated",
  "public.import_settlement(jsonb)": "authenticated",
  "public.list_cash_movements(cash_account,date,date,integer,integer)": "authenticated",
  "public.open_return(jsonb)": "authenticated",
  "public.orders_to_refund()": "authenticated",
  "public.pieces_to_count_in()": "authenticated",
  "public.receive_return(uuid,jsonb,boolean)": "authenticated",
  "public.record_cash_movement(jsonb)": "authenticated",
  "public.refund_order(jsonb)": "authenticated",
  "public.resolve_settlement_row(uuid,integer,text,text,boolean)": "authenticated",
  "public.returnable_lines(uuid)": "authenticated",
  "public.reverse_cash_movement(uuid,text)": "authenticated",
  "public.runs_to_close()": "authenticated",
  "public.take_back_parcel(uuid)": "authenticated",
  "private.list_order_timeline(uuid)": "authenticated",
  "private.record_order_event(jsonb)": "authenticated",
  "private.claim_next_order(order_queue,jsonb)": "authenticated",
  "private.desk_counts()": "authenticated",
  "private.list_queue(order_queue,text,date,jsonb)": "authenticated",
  "private.phone_figures(text)": "authenticated",
  "private.phone_history(text,jsonb)": "authenticated",
  "private.pick_list(uuid[])": "authenticated",
  "private.release_order(uuid)": "authenticated",
  "public.claim_next_order(order_queue,jsonb)": "authenticated",
  "public.desk_counts()": "authenticated",
  "public.list_queue(order_queue,text,date,jsonb)": "authenticated",
  "public.phone_figures(text)": "authenticated",
  "public.phone_history(text,jsonb)": "authenticated",
  "public.pick_list(uuid[])": "authenticated",
  "public.release_order(uuid)": "authenticated",
  "private.delete_run(uuid)": "authenticated",
  "private.find_delivery_code(uuid)": "authenticated",
  "private.get_run(uuid)": "authenticated",
  "private.is_own_proof(text)": "authenticated",
  "private.list_courier_runs()": "authenticated",
  "private.list_orders_to_plan(date,text,jsonb)": "authenticated",
  "private.list_runs(date,integer)": "authenticated",
  "private.save_run(jsonb,timestamp with time zone)": "authenticated",
  "private.send_out_run(uuid,timestamp with time zone)": "authenticated",
  "private.take_out_of_run(uuid,uuid)": "authenticated",
  "public.courier_runs()": "authenticated",
  "public.delete_run(uuid)": "authenticated",
  "public.delivery_code(uuid)": "authenticated",
  "public.get_run(uuid)": "authenticated",
  "public.list_runs(date,integer)": "authenticated",
  "public.orders_to_plan(date,text,jsonb)": "authenticated",
  "public.save_run(jsonb,timestamp with time zone)": "authenticated",
  "public.send_out_run(uuid,timestamp with time zone)": "authenticated",
  "public.take_out_of_run(uuid,uuid)": "authenticated",
  "public.order_timeline(uuid)": "authenticated",
  "public.order_tracking_token(uuid)": "authenticated",
  "private.find_tracking_token(uuid)": "authenticated",
  "public.track_order(text)": "anon authenticated",
  "private.track_order(text)": "anon authenticated",
  "public.find_order(text,text)": "anon authenticated",
  "private.find_order(text,text)": "anon authenticated",
  "public.change_order_day(text,date,text)": "anon authenticated",
  "private.change_order_day(text,date,text)": "anon authenticated",
  "public.cancel_order_by_token(text,text)": "anon authenticated",
  "private.cancel_order_by_token(text,text)": "anon authenticated",
  "private.answer_price_list_request(uuid,uuid,text)": "authenticated",
  "private.check_promo_code(text,jsonb)": "authenticated",
  "private.enter_promo_code(text)": "authenticated",
  "private.delete_sale(uuid)": "authenticated",
  "private.own_price_steps(uuid,uuid,integer)": "anon authenticated",
  "private.request_price_list(text)": "authenticated",
  "private.save_price_breaks(uuid,uuid,jsonb)": "authenticated",
  "private.save_sale(jsonb,timestamp with time zone)": "authenticated",
  "public.answer_price_list_request(uuid,uuid,text)": "authenticated",
  "public.check_promo_code(text,jsonb)": "authenticated",
  "public.enter_promo_code(text)": "authenticated",
  "public.delete_sale(uuid)": "authenticated",
  "public.price_steps(sellable_items)": "anon authenticated",
  "public.request_price_list(text)": "authenticated",
  "public.save_price_breaks(uuid,jsonb,uuid)": "authenticated",
  "public.save_sale(jsonb,timestamp with time zone)": "authenticated",
  "public.claim_orders()": "authenticated",
  "public.take_over_account(uuid)": "authenticated",
  "private.take_over_account(uuid)": "authenticated",
  "private.claim_orders()": "authenticated",
  "private.has_anonymous_account()": "authenticated",
  "public.record_order_event(jsonb)": "authenticated",
  "private.change_order(uuid,timestamp with time zone,jsonb)": "authenticated",
  "private.place_staff_order(jsonb)": "authenticated",
  "private.preview_staff_order(jsonb,uuid)": "authenticated",
  "private.split_order(uuid,timestamp with time zone,jsonb)": "authenticated",
  "public.change_order(uuid,timestamp with time zone,jsonb)": "authenticated",
  "public.place_staff_order(jsonb)": "authenticated",
  "public.preview_staff_order(jsonb,uuid)": "authenticated",
  "public.split_order(uuid,timestamp with time zone,jsonb)": "authenticated",
  "private.list_security_events(uuid,text[],timestamp with time zone,uuid,integer)": "authenticated",
  "private.get_last_sign_in(uuid)": "authenticated",
  "private.get_limit_group(text)": "authenticated",
  "private.find_missing_image_positions(uuid,jsonb)": "authenticated",
  "private.find_current_slug(text,text)": "anon authenticated",
  "private.find_mail_subject_ids(text)": "authenticated",
  "private.mark_review_token_used(text)": "anon authenticated",
  "private.may_administer()": "authenticated",
  "private.message_search_text(text,text,text,text)": "anon authenticated",
  "private.find_message_ids(text)": "authenticated",
  "private.order_search_text(text,text,text)": "authenticated",
  "private.find_order_ids(text)": "authenticated",
  "private.extract_image_names(text)": "authenticated",
  "private.build_problem(text,text)": "authenticated",
  "private.review_search_text(text,text,text)": "anon authenticated",
  "private.find_review_ids(text)": "authenticated",
  "private.validate_product(jsonb,jsonb)": "authenticated",
  "private.validate_product_images(uuid,jsonb)": "authenticated",
  "private.product_columns()": "authenticated",
  "private.blank_product()": "authenticated",
  "private.write_products(boolean,text[],jsonb)": "authenticated",
  "private.raise_edit_conflict(uuid,timestamp with time zone)": "authenticated",
  "private.match_import_rows(jsonb)": "authenticated",
  "private.product_review_emails()": "authenticated",
  "private.match_product(text)": "anon authenticated",
  "private.split_search_words(text)": "anon authenticated",
  "private.search_product_ids(text,text,integer)": "anon authenticated",
  "private.correct_word(text)": "anon authenticated",
  "private.count_found_products(text,text)": "anon authenticated",
  "private.find_documents(tsquery,text,integer,boolean)": "anon authenticated",
  "private.or_query(tsquery,tsquery)": "anon authenticated",
  "private.parse_search(text,boolean)": "anon authenticated",
  "private.rank_products(uuid[],text,tsquery[],tsquery[],tsquery[])": "anon authenticated",
  "private.record_missed_search(text)": "anon authenticated",
  "private.search_by_words(text,text,integer,boolean)": "anon authenticated",
  "private.search_by_leading_word(text,text,uuid[])": "anon authenticated",
  "private.to_number(text)": "anon authenticated",
  "private.to_digits(text)": "anon authenticated",
  "private.list_sizes_of_ranges(text)": "anon authenticated",
  "private.to_consonants(text)": "anon authenticated",
  "private.to_document_query(tsquery[],tsquery[],tsquery[],boolean)": "anon authenticated",
  "private.to_phrase_query(text)": "anon authenticated",
  "private.to_search_words(text)": "anon authenticated",
  "private.to_size_queries(text)": "anon authenticated",
  "private.to_synonym_key(text)": "anon authenticated",
  "private.to_word_query(text,text)": "anon authenticated",
  "private.phone_search_text(text)": "authenticated",
  "private.find_technician_ids_by_phone(text)": "anon authenticated",
  "private.find_profile_ids(text)": "authenticated",
  "private.quote_search_text(text,text,text)": "anon authenticated",
  "private.find_quote_ids(text)": "authenticated",
  "private.require_administrator()": "authenticated",
  "private.request_stock_alert(uuid,text,uuid)": "anon authenticated",
  "private.save_product_images(uuid,jsonb)": "authenticated",
  "private.product_search_text(text,text)": "anon authenticated",
  "private.is_frequent(text,text,text[])": "anon authenticated",
  "private.find_newest_ids(text,text,text[],integer)": "anon authenticated",
  "private.count_up_to_limit(text)": "anon authenticated",
  "private.filter_products(uuid,integer,integer,boolean,boolean,boolean,text[])": "anon authenticated",
  "private.find_products(text,text,text,boolean,boolean,integer)": "anon authenticated",
  "private.is_indexed_search(text)": "anon authenticated",
  "private.match_name(text)": "anon authenticated",
  "private.match_words(text[])": "anon authenticated",
  "private.select_newest(text,text,integer)": "anon authenticated",
  "private.slugify(text)": "authenticated",
  "private.validate_review_token(text)": "anon authenticated",
  "private.merge_product(jsonb,jsonb,jsonb)": "authenticated",
  "private.merge_import_variants(uuid,jsonb)": "authenticated",
  "private.find_variant_problems(jsonb,jsonb)": "authenticated",
  "private.change_variant_prices(uuid[],integer,numeric,integer)": "authenticated",
  "public.save_product_with_variants(jsonb,jsonb,jsonb,jsonb,timestamp with time zone)": "authenticated",
  "public.import_products_with_variants(jsonb,boolean,uuid)": "authenticated",
  "private.check_import_rows(jsonb)": "authenticated",
  "private.separate_import_variants(uuid,jsonb,jsonb)": "authenticated",
  "private.report_import_line(checked_line)": "authenticated",
  "private.count_import_errors(checked_line)": "authenticated",
  "private.apply_import(checked_line[])": "authenticated",
  "private.write_import_lines(boolean,text[],checked_line[])": "authenticated",
  "public.get_product_import()": "authenticated",
  "private.get_product_import()": "authenticated",
  "public.list_product_import_problems(uuid)": "authenticated",
  "private.list_product_import_problems(uuid)": "authenticated",
  "public.start_product_import(uuid,text)": "authenticated",
  "private.start_product_import(uuid,text)": "authenticated",
  "public.add_product_import_lines(uuid,integer,jsonb)": "authenticated",
  "private.add_product_import_lines(uuid,integer,jsonb)": "authenticated",
  "public.complete_product_import(uuid,integer)": "authenticated",
  "private.compare_sizes(tsvector,text[])": "anon authenticated",
  "private.complete_product_import(uuid,integer)": "authenticated",
  "public.confirm_product_import(uuid,text)": "authenticated",
  "private.confirm_product_import(uuid,text)": "authenticated",
  "public.apply_product_import(uuid)": "authenticated",
  "private.apply_product_import(uuid)": "authenticated",
  "public.cancel_product_import(uuid)": "authenticated",
  "private.cancel_product_import(uuid)": "authenticated",
  "public.stop_product_import(uuid)": "authenticated",
  "private.stop_product_import(uuid)": "authenticated",
};

function sorted(columns: string): string {
  return columns.split(" ").sort().join(" ");
}

let database: TestDatabase;
let owner: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = database.connect("postgres");
});
afterAll(() => database.drop());

it("grants on relations match this list, and no relation is missing", async () => {
  const rows = await owner<
    { relation: string; role: "anon" | "authenticated"; operation: keyof Privileges; columns: string }[]
  >`
    select
      c.relname as relation, r.role, o.operation,
      case
        when has_table_privilege(r.role, c.oid, o.operation) then '*'
        when o.operation <> 'delete' then (
          select string_agg(a.attname, ' ' order by a.attname collate "C") from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
            and has_column_privilege(r.role, c.oid, a.attnum, o.operation)
        )
      end as columns
    from pg_class c
    cross join unnest(array['anon', 'authenticated']) as r (role)
    cross join unnest(array['select', 'insert', 'update', 'delete']) as o (operation)
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'p', 'v', 'm')`;
  const granted: typeof RELATIONS = {};
  for (const { relation, role, operation, columns } of rows) {
    granted[relation] ??= { anon: {}, authenticated: {} };
    if (columns !== null) granted[relation][role][operation] = columns;
  }
  expect(granted).toEqual(RELATIONS);
});

it.each([
  ["products", productColumnNames],
  ["shop_settings", SETTING_NAMES],
])("each field of the form of %s may be saved", async (table, columns) => {
  const refused = await owner<{ column: string }[]>`
    select c as column from unnest(${columns}::text[]) c
    where not has_column_privilege('authenticated', ${`public.${table}`}, c, 'update')`;
  expect(refused).toEqual([]);
});

it("only the owner and the service role may truncate, reference or create triggers", async () => {
  const rows = await owner`
    select c.relname, r.role, p.privilege
    from pg_class c
    cross join unnest(array['anon', 'authenticated']) as r (role)
    cross join unnest(array['truncate', 'references', 'trigger']) as p (privilege)
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
      and has_table_privilege(r.role, c.oid, p.privilege)`;
  expect(rows).toEqual([]);
});

it("the service role has every privilege on every relation", async () => {
  const rows = await owner`
    select c.relname from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
      and not has_table_privilege('service_role', c.oid, 'select, insert, update, delete')`;
  expect(rows).toEqual([]);
});

it("grants on functions match this list", async () => {
  const rows = await owner<{ name: string; roles: string }[]>`
    select format('%I.%s', n.nspname, replace(p.oid::regprocedure::text, n.nspname || '.', '')) as name,
      string_agg(r.role, ' ' order by r.role) as roles
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    cross join unnest(array['anon', 'authenticated']) as r (role)
    where n.nspname in ('public', 'private') and has_function_privilege(r.role, p.oid, 'execute')
    group by n.nspname, p.oid`;
  expect(Object.fromEntries(rows.map((row) => [row.name, row.roles]))).toEqual(FUNCTIONS);
});
