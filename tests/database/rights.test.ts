/**
 * What each role of the staff may do: every operation on every table, and every function of the API, is tried by every
 * role, and compared with the right that it needs. A new table, operation or function must be listed here.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { STAFF_ROLE_VALUES, type StaffRole } from "#app/lib/supabase/database.types.ts";
import type { Sql } from "#backend/core/database/database.ts";
import {
  type Actor,
  createCustomerActor,
  createStaff,
  createStaffActor,
  getSqlState,
  runAs,
} from "#tests/support/actors.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { insertOneRowEach } from "#tests/support/one-row-each.ts";
import { queryNames } from "./catalog-queries.ts";

const RIGHTS: Record<string, readonly StaffRole[]> = {
  "audit.read": ["owner", "manager"],
  "cash.close": ["owner", "manager"],
  "cash.read": ["owner", "manager", "sales"],
  "cash.take": ["owner", "manager"],
  "catalog.write": ["owner", "manager"],
  "content.write": ["owner", "manager"],
  "costs.read": ["owner", "manager"],
  "customers.read": ["owner", "manager", "sales"],
  "delivery.write": ["owner", "manager"],
  "orders.cancel": ["owner", "manager", "sales"],
  "orders.change": ["owner", "manager", "sales"],
  "orders.complete": ["owner", "manager", "sales"],
  "orders.confirm": ["owner", "manager", "sales"],
  "orders.discount": ["owner", "manager", "sales"],
  "orders.place": ["owner", "manager", "sales"],
  "orders.prepare": ["owner", "manager", "sales", "stock"],
  "orders.read": ["owner", "manager", "sales", "stock"],
  "prices.write": ["owner", "manager"],
  "returns.open": ["owner", "manager", "sales"],
  "returns.receive": ["owner", "manager", "stock"],
  "returns.refund": ["owner", "manager"],
  "runs.drive": ["owner", "manager", "courier"],
  "runs.plan": ["owner", "manager"],
  "settings.write": ["owner", "manager"],
  "staff.manage": ["owner"],
  "stock.close": ["owner", "manager"],
  "stock.count": ["owner", "manager", "stock"],
  "stock.receive": ["owner", "manager", "stock"],
};

/**
 * A right, or: `administrator`, what is_admin() allows; `staff`, every role; `signed-in`, customers too; `author`,
 * the customer whose row it is.
 */
type Access = keyof typeof RIGHTS | "administrator" | "staff" | "signed-in" | "author" | OrAuthor;
type OrAuthor = `author or ${keyof typeof RIGHTS}`;

type Operation = "select" | "insert" | "update" | "delete";
const OPERATIONS: readonly Operation[] = ["select", "insert", "update", "delete"];

const catalog = (access: Access) =>
  ({ select: "signed-in", insert: access, update: access, delete: access }) as const;

/** What is not listed is not granted to anybody: see privileges.test.ts. */
const RELATIONS: Record<string, Partial<Record<Operation, Access>>> = {
  admin_invitations: { select: "administrator", delete: "staff.manage" },
  // Below the manager, one's own row.
  admin_users: { select: "staff" },
  attribute_categories: { select: "signed-in", insert: "catalog.write", delete: "catalog.write" },
  attributes: catalog("catalog.write"),
  audit_log: { select: "administrator" },
  brands: catalog("administrator"),
  carrier_parcels: { select: "author or orders.read" },
  carrier_settlement_rows: { select: "cash.read" },
  carrier_settlements: { select: "cash.read" },
  carriers: { select: "orders.read", insert: "delivery.write", update: "delivery.write" },
  cash_checks: { select: "cash.read" },
  cash_closings: { select: "cash.read" },
  cash_movements: { select: "cash.read" },
  categories: catalog("administrator"),
  categories_with_counts: { select: "signed-in" },
  category_paths: { select: "signed-in" },
  counted_in_pieces: { select: "orders.read" },
  customer_notes: { select: "customers.read", insert: "customers.read", update: "customers.read" },
  // Everybody adds to their own.
  customer_addresses: { select: "author", insert: "signed-in", update: "author", delete: "author" },
  customers: { select: "customers.read" },
  delivery_fees: { select: "staff" },
  delivery_places: { select: "staff" },
  delivery_zones: { select: "staff", delete: "delivery.write" },
  limit_refusals: { select: "administrator" },
  limits: { select: "administrator", update: "administrator" },
  low_stocks: { select: "stock.count" },
  mails: { select: "administrator", update: "administrator" },
  messages: {
    select: "administrator",
    insert: "signed-in",
    update: "administrator",
    delete: "administrator",
  },
  missed_searches: { select: "catalog.write", delete: "catalog.write" },
  discount_limits: { select: "staff", update: "staff.manage" },
  order_drafts: {
    select: "orders.place",
    insert: "orders.place",
    update: "orders.place",
    delete: "orders.place",
  },
  order_events: { select: "orders.read" },
  order_items: { select: "author or orders.read" },
  order_return_lines: { select: "author or orders.read" },
  order_returns: { select: "author or orders.read" },
  order_settings: { select: "orders.read", update: "settings.write" },
  // The statuses are tried below. Whoever orders is a customer, whatever else.
  orders: { select: "author or orders.read", insert: "signed-in", update: "orders.prepare" },
  pickup_points: catalog("delivery.write"),
  // A customer reads their own request and list.
  price_breaks: { select: "prices.write" },
  price_changes: { select: "prices.write" },
  price_list_members: { select: "author or customers.read" },
  price_lists: {
    select: "author or customers.read",
    insert: "prices.write",
    update: "prices.write",
    delete: "prices.write",
  },
  product_images: catalog("administrator"),
  product_accessories: { select: "signed-in" },
  product_options: { select: "signed-in" },
  product_review_emails: { select: "administrator" },
  // Everybody writes their own.
  product_reviews: {
    select: "signed-in",
    insert: "author",
    update: "administrator",
    delete: "administrator",
  },
  product_variants: { select: "signed-in" },
  products: catalog("administrator"),
  // Everybody updates their own.
  profiles: { select: "signed-in", insert: "author", update: "signed-in" },
  promo_codes: {
    select: "prices.write",
    insert: "prices.write",
    update: "prices.write",
    delete: "prices.write",
  },
  quotes: { select: "administrator", update: "administrator" },
  receipt_arrivals: { select: "stock.count" },
  receipt_lines: { select: "stock.count" },
  receipts: { select: "stock.count" },
  // The privacy policy says it to everybody.
  retention_settings: { select: "signed-in", update: "administrator" },
  review_requests: { select: "administrator" },
  review_votes: { select: "author", insert: "author" },
  role_rights: { select: "staff" },
  // A courier reads their own: see order-events.test.ts.
  run_stops: { select: "orders.read" },
  runs: { select: "orders.read" },
  search_synonyms: catalog("catalog.write"),
  sale_items: { select: "prices.write" },
  sales: { select: "prices.write" },
  sellable_items: { select: "signed-in" },
  security_settings: { select: "administrator", update: "staff.manage" },
  shop_settings: { select: "signed-in", update: "administrator" },
  stock_alerts: { select: "administrator" },
  stock_checks: { select: "stock.count" },
  stock_count_lines: { select: "stock.count" },
  stock_counts: { select: "stock.count" },
  stock_movements: { select: "stock.count" },
  suppliers: { select: "stock.count", insert: "stock.receive", update: "stock.receive" },
  technician_contacts: {
    select: "administrator",
    insert: "administrator",
    update: "administrator",
    delete: "administrator",
  },
  technician_profiles: catalog("administrator"),
  technicians: catalog("administrator"),
  technicians_public: { select: "signed-in" },
  testimonials: catalog("administrator"),
  wishlist_items: { select: "author", insert: "author", delete: "author" },
};

/**
 * The functions that ask for a right, each with a call that finds something or changes something for whoever may. Those
 * with `null` are for every customer, and look at the caller's own account only.
 */
const FUNCTIONS: Record<string, [access: Access, call: string] | null> = {
  accept_admin_invitation: null,
  add_administrator: ["staff.manage", "add_administrator('nouveau@exemple.bf', 'Nouveau', 'courier')"],
  add_product_import_lines: ["administrator", "add_product_import_lines(gen_random_uuid(), 1, '[]')"],
  add_to_wishlist: null,
  answer_price_list_request: ["prices.write", "answer_price_list_request(gen_random_uuid())"],
  apply_product_import: ["administrator", "apply_product_import(gen_random_uuid())"],
  best_sellers: ["administrator", "best_sellers()"],
  best_sellers_between: ["administrator", "best_sellers_between(current_date, current_date, 5)"],
  // By the link of an order, which anybody may hold: see order-tracking.test.ts.
  cancel_order_by_token: null,
  cancel_product_import: ["administrator", "cancel_product_import(gen_random_uuid())"],
  cancel_stock_count: ["stock.close", "cancel_stock_count(gen_random_uuid())"],
  cash_balances: ["cash.read", "cash_balances()"],
  cash_report: ["cash.read", "cash_report(current_date, current_date)"],
  change_order: ["orders.change", "change_order((select id from public.orders), now(), '{}')"],
  change_order_day: null,
  change_products: ["administrator", "change_products('{}', '{}', null)"],
  // The caller's own cart.
  check_promo_code: null,
  claim_next_order: ["orders.confirm", "claim_next_order('confirm')"],
  claim_orders: null,
  close_drawer: ["cash.close", "close_drawer(current_date, 500)"],
  close_receipt: ["stock.receive", "close_receipt(gen_random_uuid())"],
  close_run: ["cash.close", "close_run(gen_random_uuid(), 0)"],
  close_stock_count: ["stock.close", "close_stock_count(gen_random_uuid())"],
  complete_product_import: ["administrator", "complete_product_import(gen_random_uuid(), 1)"],
  confirm_product_import: ["administrator", "confirm_product_import(gen_random_uuid(), null)"],
  count_brand_products: null,
  count_customers: ["customers.read", "count_customers()"],
  count_in_return: ["returns.receive", "count_in_return(gen_random_uuid(), gen_random_uuid(), '[]')"],
  count_orders: ["orders.read", "count_orders() n where n > 0"],
  count_products: null,
  count_recovery_codes: null,
  count_reviews_by_stars: null,
  // A courier without a run reads an empty list, as everybody else does: see runs.test.ts.
  courier_runs: null,
  create_recovery_codes: null,
  customer_summaries: ["customers.read", "customer_summaries(array(select id from attempts.account_ids))"],
  dashboard_counts: ["administrator", "dashboard_counts()"],
  decide_return: ["returns.open", "decide_return(gen_random_uuid(), true)"],
  delete_run: ["runs.plan", "delete_run(gen_random_uuid())"],
  delete_sale: ["prices.write", "delete_sale(gen_random_uuid())"],
  // The customer's and the desk's: see runs.test.ts.
  delivery_code: null,
  delivery_options: null,
  delivery_table: null,
  desk_counts: ["orders.read", "desk_counts()"],
  discard_count_line: ["stock.count", "discard_count_line(gen_random_uuid())"],
  end_session: null,
  enter_promo_code: null,
  erase_customer_data: ["administrator", "erase_customer_data(contact => 'x')"],
  erase_my_account: null,
  export_customer_data: ["administrator", "export_customer_data(contact => '70112233')"],
  export_my_data: null,
  find_admin_invitation: null,
  find_current_slug: null,
  find_order: null,
  find_stock_items: null,
  // The synonyms are public, as the products are.
  find_synonyms: null,
  free_slug: ["signed-in", "free_slug('products', 'scie', null)"],
  get_admin_access: null,
  get_product_import: ["administrator", "get_product_import()"],
  get_run: ["orders.read", "get_run((select id from public.runs limit 1)) r where r is not null"],
  get_search_answer: null,
  get_shop_state: ["settings.write", "get_shop_state() t where t is not null"],
  hand_to_carrier: ["runs.plan", "hand_to_carrier(gen_random_uuid(), '[]')"],
  import_products: ["administrator", "import_products('[]', true, null)"],
  import_products_with_variants: ["administrator", "import_products_with_variants('[]', true, null)"],
  import_settlement: ["cash.close", "import_settlement('{}')"],
  invite_by_text: ["staff.manage", "invite_by_text('70112233', 'Nouveau', 'courier')"],
  is_admin_user: ["administrator", "is_admin_user() is_admin where is_admin"],
  item_costs: ["costs.read", "item_costs((select product_id from public.receipt_lines limit 1))"],
  items_to_reorder: ["stock.count", "items_to_reorder(365)"],
  limits_with_refusals: ["administrator", "limits_with_refusals()"],
  list_administrators: ["administrator", "list_administrators()"],
  list_bought_together: null,
  list_cash_movements: ["cash.read", "list_cash_movements()"],
  list_category_attributes: null,
  list_category_branch: null,
  list_category_ids: null,
  list_category_products: null,
  list_count_lines: ["stock.count", "list_count_lines((select id from public.stock_counts))"],
  list_faceted_products: null,
  list_facets: null,
  // It reads what everybody may read.
  list_highest_stocks: null,
  list_missed_searches: ["catalog.write", "list_missed_searches()"],
  list_near_products: null,
  list_product_import_problems: ["administrator", "list_product_import_problems(gen_random_uuid())"],
  list_queue: ["orders.read", "list_queue('confirm')"],
  list_runs: ["orders.read", "list_runs(current_date)"],
  list_security_events: ["administrator", "list_security_events()"],
  list_sessions: null,
  list_unknown_facets: null,
  low_stock_products: ["stock.count", "low_stock_products()"],
  mark_review_token_used: null,
  move_category: ["administrator", "move_category((select id from public.categories limit 1), 1)"],
  my_rights: ["staff", "my_rights() r where r <> '{}'"],
  office_search: ["administrator", "office_search('awa')"],
  open_parcels: ["orders.read", "open_parcels()"],
  // A customer returns what is theirs, the staff anything, as returnable_lines lists it: see returns.test.ts.
  open_return: null,
  open_stock_count: ["stock.count", "open_stock_count('{}')"],
  order_timeline: ["author or orders.read", "order_timeline((select id from public.orders))"],
  order_tracking_token: [
    "author or orders.read",
    "order_tracking_token((select id from public.orders)) t where t is not null",
  ],
  orders_by_status: ["administrator", "orders_by_status()"],
  orders_to_plan: ["runs.plan", 'orders_to_plan(current_date, null, \'["", "x"]\')'],
  orders_to_refund: ["cash.read", "orders_to_refund()"],
  phone_figures: ["orders.read", "phone_figures('70112233')"],
  phone_history: ["orders.read", "phone_history('70112233')"],
  pick_list: ["orders.prepare", "pick_list(array(select id from public.orders))"],
  pieces_to_count_in: ["orders.read", "pieces_to_count_in()"],
  place_staff_order: ["orders.place", "place_staff_order('{}')"],
  preview_staff_order: ["orders.place", "preview_staff_order('{\"items\": []}')"],
  // What everybody sees, with the caller's own list.
  price_steps: null,
  read_catalog_page: null,
  receipt_costs: ["costs.read", "receipt_costs((select id from public.receipts))"],
  receive_goods: ["stock.receive", "receive_goods('{}')"],
  receive_return: ["returns.receive", "receive_return(gen_random_uuid(), '[]')"],
  record_admin_activity: null,
  record_cash_movement: ["cash.take", "record_cash_movement('{}')"],
  record_missed_search: null,
  // Which right it asks for depends on the kind of the event: see order-events.test.ts.
  record_order_event: null,
  refund_order: ["returns.refund", "refund_order('{}')"],
  // Gives back one's own.
  release_order: null,
  remove_administrator: ["staff.manage", "remove_administrator(gen_random_uuid())"],
  request_price_list: null,
  request_stock_alert: null,
  resolve_settlement_row: ["cash.close", "resolve_settlement_row(gen_random_uuid(), 1)"],
  returnable_lines: null,
  reverse_cash_movement: ["cash.take", "reverse_cash_movement(gen_random_uuid(), 'x')"],
  runs_to_close: ["cash.read", "runs_to_close()"],
  sales_between: ["administrator", "sales_between(current_date, current_date)"],
  sales_by_day: ["administrator", "sales_by_day(1)"],
  save_attribute: ["catalog.write", "save_attribute('{}', '{}')"],
  save_count_line: ["stock.count", "save_count_line('{}')"],
  save_delivery_zone: ["delivery.write", "save_delivery_zone('{}')"],
  save_price_breaks: ["prices.write", "save_price_breaks(gen_random_uuid(), '[]')"],
  save_product: ["administrator", "save_product('{}', '[]')"],
  save_product_with_variants: ["administrator", "save_product_with_variants('{}', '[]', '[]', '[]')"],
  save_receipt: ["stock.receive", "save_receipt('{}')"],
  save_run: ["runs.plan", "save_run('{}')"],
  save_sale: ["prices.write", "save_sale('{}')"],
  save_variants: ["administrator", "save_variants(gen_random_uuid(), null, '[]', '[]')"],
  search_customers: ["customers.read", "search_customers('awa')"],
  search_mails: ["administrator", "search_mails('awa')"],
  search_messages: ["administrator", "search_messages('fuite')"],
  search_orders: ["orders.read", "search_orders('ord')"],
  search_products: null,
  search_quotes: ["administrator", "search_quotes('mur')"],
  search_reviews: ["administrator", "search_reviews('perceuse')"],
  search_technicians: null,
  search_testimonials: null,
  send_out_run: ["runs.plan", "send_out_run(gen_random_uuid())"],
  set_customer_trusted: ["administrator", "set_customer_trusted(gen_random_uuid(), true)"],
  set_product_stock: ["stock.count", "set_product_stock(gen_random_uuid(), 1, 1)"],
  set_staff_role: ["staff.manage", "set_staff_role(gen_random_uuid(), 'sales')"],
  split_order: ["orders.change", "split_order((select id from public.orders), now(), '{}')"],
  start_product_import: ["administrator", "start_product_import(gen_random_uuid(), 'a.csv')"],
  stock_ledger: ["stock.count", "stock_ledger((select product_id from public.receipt_lines limit 1))"],
  stop_product_import: ["administrator", "stop_product_import(gen_random_uuid())"],
  suggest_products: null,
  summarize_customer_data: ["administrator", "summarize_customer_data(contact => '70112233')"],
  take_back_parcel: ["runs.plan", "take_back_parcel(gen_random_uuid())"],
  take_out_of_run: ["runs.plan", "take_out_of_run(gen_random_uuid(), gen_random_uuid())"],
  // From the anonymous account of a session that is known, to the caller's own.
  take_over_account: null,
  track_order: null,
  uncounted_items: ["stock.count", "uncounted_items((select id from public.stock_counts))"],
  use_recovery_code: null,
  validate_review_token: null,
  waiting_counts: ["orders.read", "waiting_counts()"],
};

/** The author is the customer whose rows there are; `customer` is another one. */
const CALLERS = [...STAFF_ROLE_VALUES, "customer", "author"] as const;
type Caller = (typeof CALLERS)[number];

function listAllowed(access: Access): readonly Caller[] {
  if (access === "author") return ["author"];
  if (access.startsWith("author or ")) return [...(RIGHTS[access.replace("author or ", "")] ?? []), "author"];
  if (access === "administrator") return ["owner", "manager"];
  if (access === "staff") return STAFF_ROLE_VALUES;
  if (access === "signed-in") return CALLERS;
  return RIGHTS[access] ?? [];
}

const ID = "6b1f3c1e-5d0a-4a53-9c07-2f1f6f0c8a11";

/**
 * A name that each bucket accepts, and who may do what with its files. What is not listed is for nobody: a courier's
 * photo needs a run of theirs (runs.test.ts), a return's photo the return (returns.test.ts).
 */
const BUCKETS: Record<string, { name: string } & Partial<Record<Operation, Access>>> = {
  "delivery-proofs": { name: `${ID}/${ID}.jpg`, select: "orders.read" },
  "product-data-sheets": { name: `${ID}/${ID}.pdf`, select: "administrator", insert: "administrator" },
  "product-pictures": { name: `${ID}/${ID}.png`, select: "administrator", insert: "administrator" },
  quotes: {
    name: `image/${ID}/plan.png`,
    select: "administrator",
    insert: "signed-in",
    delete: "administrator",
  },
  "return-photos": { name: `${ID}/${ID}.png`, select: "orders.read" },
};

let database: TestDatabase;
let admin: Sql;
let api: Sql;
let actors: Record<Caller, Actor>;
let orderId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  api = database.connect("authenticator");
  const awa = await createCustomerActor(admin, "awa@example.com");
  actors = {
    ...(await createStaff(admin)),
    customer: await createCustomerActor(admin, "customer@example.com"),
    author: awa,
  };
  await insertOneRowEach(admin, api, awa);
  const [order] = await admin<{ id: string }[]>`select id from public.orders`;
  orderId = order?.id ?? "";
  await admin.unsafe(`
    -- Little, for low_stock_products.
    update public.product_variants set stock = 1;
    -- For the lists of the cash and of what came back.
    insert into public.cash_movements (from_account, to_account, amount, order_id)
      select 'order', 'bank', total_amount, id from public.orders;
    insert into public.cash_movements (from_account, to_account, amount, order_id, carrier_id)
      select 'order', 'carrier', 500, order_id, carrier_id from public.carrier_parcels;
    update public.order_items set quantity = 3, returned_quantity = 1;
    update public.runs set courier_id = gen_random_uuid(), state = 'out';
    create schema attempts;
    create view attempts.account_ids as select id from auth.users;
    grant select on attempts.account_ids to authenticated;
    grant usage on schema attempts to authenticated;
    -- Each statement is undone. What fails for another reason than a missing right has passed the check of the right.
    create function attempts.is_allowed(statement text) returns boolean language plpgsql as $$
    declare
      row_count bigint;
    begin
      execute statement;
      get diagnostics row_count = row_count;
      raise exception using errcode = 'ZZ000', message = row_count::text;
    exception
      -- A message that is sent twice is stored once, and so is an address.
      when sqlstate 'ZZ000' then return sqlerrm <> '0' or statement like 'insert into public.messages%';
      when insufficient_privilege then return false;
      when others then return true;
    end
    $$`);
});
afterAll(() => database.drop());

/** Which callers each of the statements is allowed for, by its name. */
async function tryAll(statements: Record<string, string>): Promise<Record<string, Caller[]>> {
  const allowed = Object.fromEntries(Object.keys(statements).map((name): [string, Caller[]] => [name, []]));
  for (const caller of CALLERS) {
    const rows = await runAs(
      api,
      actors[caller],
      (tx) => tx<{ name: string }[]>`
        select key as name from json_each_text(${JSON.stringify(statements)}::text::json)
        where attempts.is_allowed(value)`,
    );
    for (const { name } of rows) allowed[name]?.push(caller);
  }
  return allowed;
}

/** A statement for each operation that signed-in users have a privilege for, by «relation operation». */
async function listOperations(): Promise<Record<string, string>> {
  const rows = await admin<{ relation: string; operation: Operation; columns: string }[]>`
    select c.relname as relation, o.operation, coalesce(
      (
        select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
          and o.operation <> 'delete' and has_column_privilege('authenticated', c.oid, a.attnum, o.operation)
      ), ''
    ) as columns
    from pg_class c cross join unnest(${OPERATIONS as string[]}::text[]) as o (operation)
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')`;
  const granted = await admin<{ relation: string }[]>`
    select relname as relation from pg_class
    where relnamespace = 'public'::regnamespace and has_table_privilege('authenticated', oid, 'delete')`;
  const deletable = new Set(granted.map(({ relation }) => relation));
  const statements: Record<string, string> = {};
  for (const { relation, operation, columns } of rows) {
    const name = `${relation} ${operation}`;
    const table = `public.${relation}`;
    if (operation === "delete") {
      if (deletable.has(relation)) statements[name] = `delete from ${table}`;
    } else if (columns === "") {
      // Not granted.
    } else if (operation === "select") {
      statements[name] = `select ${columns} from ${table}`;
    } else if (operation === "update") {
      const [column] = columns.split(", ");
      // Reads no column: otherwise the policy for reading would protect the rows as well.
      statements[name] = `update ${table} set ${column} = default`;
    } else {
      const [row] = await admin.unsafe<{ row: string }[]>(
        `select to_json(t)::text as row from ${table} t limit 1`,
      );
      const other = relation === "customer_addresses" ? { address: "Secteur 30" } : {};
      const copy = JSON.stringify({ ...JSON.parse(row?.row ?? "{}"), ...other });
      statements[name] = `insert into ${table} (${columns}) select ${columns}
         from json_populate_record(null::${table}, ${quote(copy)})`;
    }
  }
  return statements;
}

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;

function toExpectation(accesses: [string, Access][]): Record<string, readonly Caller[]> {
  return Object.fromEntries(accesses.map(([name, access]) => [name, listAllowed(access)]));
}

const EXPECTED_OPERATIONS = toExpectation(
  Object.entries(RELATIONS).flatMap(([relation, operations]) =>
    Object.entries(operations).map(([operation, access]): [string, Access] => [
      `${relation} ${operation}`,
      access,
    ]),
  ),
);
const EXPECTED_CALLS = toExpectation(
  Object.entries(FUNCTIONS).flatMap(([name, entry]): [string, Access][] => (entry ? [[name, entry[0]]] : [])),
);
const CALLS = Object.fromEntries(
  Object.entries(FUNCTIONS).flatMap(([name, entry]) =>
    entry ? [[name, `select * from public.${entry[1]}`]] : [],
  ),
);

describe("rights", () => {
  it("are those of the roles", async () => {
    const rows = await admin<{ right: string; roles: StaffRole[] }[]>`
      select "right", array_agg(role::text) as roles from public.role_rights group by "right"`;
    const sort = (roles: readonly StaffRole[]) => STAFF_ROLE_VALUES.filter((role) => roles.includes(role));
    expect(Object.fromEntries(rows.map(({ right, roles }) => [right, sort(roles)]))).toEqual(RIGHTS);
  });

  it("have the names that policies and functions ask for", async () => {
    const names = await queryNames(
      admin,
      `select distinct asked[1] as name
      from (
        select concat_ws(' ', qual, with_check) from pg_policies
        union all
        select prosrc from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        union all
        select definition from pg_views where schemaname in ('public', 'private')
      ) as source (text), regexp_matches(text, '(?:has|require)_right\\(''([^'']+)''', 'g') as asked
      order by 1`,
    );
    expect(names.length).toBeGreaterThan(3);
    expect(names.filter((name) => !(name in RIGHTS))).toEqual([]);
  });

  it.each(CALLERS)("of a %s are what my_rights() returns", async (caller) => {
    const [row] = await runAs(api, actors[caller], (tx) => tx`select public.my_rights() as rights`);
    const expected = Object.keys(RIGHTS).filter((right) => listAllowed(right).includes(caller));
    expect(row?.rights).toEqual(expected.sort());
  });
});

it("each operation on each relation is allowed for the roles that have its right", async () => {
  expect(await tryAll(await listOperations())).toEqual(EXPECTED_OPERATIONS);
});

it("each operation on the files of each bucket is for the roles that have its right", async () => {
  const buckets = await queryNames(admin, "select id as name from storage.buckets order by id");
  expect(buckets).toEqual(Object.keys(BUCKETS));
  const files = Object.entries(BUCKETS).map(([bucket, { name }]) => `(${quote(bucket)}, ${quote(name)})`);
  // Without the triggers: a photo is refused without its return.
  await admin.unsafe(`
    set session_replication_role = replica;
    insert into storage.objects (bucket_id, name) values ${files.join()};
    reset session_replication_role`);
  const statements: Record<string, string> = {};
  const expected: Record<string, readonly Caller[]> = {};
  for (const [bucket, { name, ...access }] of Object.entries(BUCKETS)) {
    const rows = `storage.objects where bucket_id = ${quote(bucket)}`;
    const copy = quote(name.replaceAll("11", "12"));
    const operations: Record<Operation, string> = {
      select: `select from ${rows}`,
      insert: `insert into storage.objects (bucket_id, name) values (${quote(bucket)}, ${copy})`,
      update: `update ${rows.replace(" where", " set metadata = '{}' where")}`,
      delete: `set local storage.allow_delete_query = true; delete from ${rows}`,
    };
    for (const operation of OPERATIONS) {
      const right = access[operation];
      statements[`${bucket} ${operation}`] = operations[operation];
      expected[`${bucket} ${operation}`] = right === undefined ? [] : listAllowed(right);
    }
  }
  expect(await tryAll(statements)).toEqual(expected);
});

it("each function is for the roles that have its right", async () => {
  const names = await queryNames(
    admin,
    `select distinct proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', oid, 'execute')
    order by name`,
  );
  expect(names).toEqual(Object.keys(FUNCTIONS));
  expect(await tryAll(CALLS)).toEqual(EXPECTED_CALLS);
});

it("each status of an order is set by the roles that have its right", async () => {
  const set = (status: string, reason = "null") =>
    `update public.orders set status = '${status}', cancellation_reason = ${reason} where id = '${orderId}'`;
  expect(
    await tryAll({
      processing: set("processing"),
      completed: set("completed"),
      cancelled: set("cancelled", "'Doublon'"),
    }),
  ).toEqual({
    processing: RIGHTS["orders.prepare"],
    completed: RIGHTS["orders.complete"],
    cancelled: RIGHTS["orders.cancel"],
  });
});

it("nobody has a right without the second factor that the owner requires", async () => {
  await admin`update public.security_settings set admin_factor_required = true`;
  try {
    const allowed = await tryAll({ ...(await listOperations()), ...CALLS });
    const forCustomers = (access: readonly Caller[]) =>
      access.includes("customer") ? CALLERS : access.filter((caller) => caller === "author");
    const expected = { ...EXPECTED_OPERATIONS, ...EXPECTED_CALLS };
    expect(allowed).toEqual(
      Object.fromEntries(Object.entries(expected).map(([name, access]) => [name, forCustomers(access)])),
    );
  } finally {
    await admin`update public.security_settings set admin_factor_required = false`;
  }
});

/** What a session of an account with a second factor may do without it: what a password that was guessed opens. */
const WITHOUT_FACTOR: Record<string, Operation[]> = {
  ...Object.fromEntries(
    Object.keys(RELATIONS)
      .filter((relation) => RELATIONS[relation]?.select === "signed-in" && relation !== "profiles")
      .map((relation): [string, Operation[]] => [relation, ["select"]]),
  ),
  messages: ["insert"],
  // Its trigger refuses what is tried here, before the policy is asked: see second-factor.test.ts.
  orders: ["insert"],
  // Those that are published.
  product_reviews: ["select"],
};

it("whoever has a second factor has neither rights nor anything of their own without it", async () => {
  await admin`
    insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    select gen_random_uuid(), id, 'totp', 'verified', now(), now() from auth.users`;
  try {
    const allowed = await tryAll({ ...(await listOperations()), ...CALLS });
    const names = Object.entries(WITHOUT_FACTOR).flatMap(([relation, operations]) =>
      operations.map((operation) => `${relation} ${operation}`),
    );
    // A name that is free is nobody's secret.
    const expected = new Set([...names, "free_slug"]);
    expect(new Set(Object.keys(allowed).filter((name) => allowed[name]?.length !== 0))).toEqual(expected);
  } finally {
    await admin`delete from auth.mfa_factors`;
  }
});

describe("an owner", () => {
  const setRole = (actor: Actor, of: Actor, role: string) =>
    getSqlState(runAs(api, actor, (tx) => tx`select public.set_staff_role(${of.id}::uuid, ${role})`));
  const getRole = async (actor: Actor) => {
    const [row] = await admin`select role from public.admin_users where id = ${actor.id}`;
    return row?.role;
  };

  it("changes the roles of others, and of themselves when another owner remains", async () => {
    const { owner, manager, sales } = actors;
    expect(await setRole(manager, sales, "manager")).toBe("42501");
    expect(await setRole(owner, owner, "manager")).toBe("YA009");
    expect(await setRole(owner, sales, "intern")).toBe("23514");
    expect(await setRole(owner, actors.customer, "sales")).toBe("PT404");
    expect(await setRole(owner, manager, "owner")).toBe(null);
    expect(await setRole(owner, owner, "sales")).toBe(null);
    expect(await setRole(manager, owner, "owner")).toBe(null);
    expect(await setRole(owner, manager, "manager")).toBe(null);
    expect([await getRole(owner), await getRole(manager)]).toEqual(["owner", "manager"]);
  });

  it("is left by two who demote each other at the same moment", async () => {
    const second = await createStaffActor(admin, "second@example.com", "owner");
    const outcomes = await Promise.all([
      setRole(actors.owner, second, "stock"),
      setRole(second, actors.owner, "stock"),
    ]);
    expect(outcomes.sort()).toEqual([null, "42501"].sort());
    const owners = await admin`select id from public.admin_users where role = 'owner'`;
    expect(owners).toHaveLength(1);
    await admin`update public.admin_users set role = 'owner' where id = ${actors.owner.id}`;
    await admin`delete from public.admin_users where id = ${second.id}`;
  });

  it("is left also by the service role and by the deletion of the account", async () => {
    const service: Actor = { role: "service_role", id: null };
    const remove = runAs(api, service, (tx) => tx`delete from public.admin_users where role = 'owner'`);
    expect(await getSqlState(remove)).toBe("YA009");
    const auth = database.connect("supabase_auth_admin", 1);
    expect(await getSqlState(auth`delete from auth.users where id = ${actors.owner.id}`)).toBe("YA009");
  });

  it("is whoever is inserted first without a role; those who follow are managers", async () => {
    await admin.begin(async (tx) => {
      await tx`create temporary table former on commit drop as table public.admin_users`;
      await tx`delete from public.admin_users`;
      await tx`insert into public.admin_users (id, name, email) select id, name, email from former limit 2`;
      await tx`insert into public.admin_users select * from former on conflict (id) do nothing`;
      const roles = await tx<{ role: string }[]>`
        select a.role from public.admin_users a join (select id from former limit 2) f using (id)`;
      expect(roles.map(({ role }) => role).sort()).toEqual(["manager", "owner"]);
      await tx`update public.admin_users a set role = f.role from former f where f.id = a.id`;
    });
  });
});
