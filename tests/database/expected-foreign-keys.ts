/** Foreign keys. */
import type { Sql } from "#backend/core/database/database.ts";
import { queryNames } from "./catalog-queries.ts";

/**
 * What becomes of the rows of a table whose key a deleted row of another one is: deletions cascade past the policies.
 * Those that «remain» keep the other row from being deleted.
 */
export const FOREIGN_KEYS = [
  // Who works on an order: nobody any more.
  "admin_users: private.order_claims are deleted",
  "attributes: attribute_categories are deleted",
  // The end of a session is nobody's but its user's.
  "auth.sessions: private.admin_activity are deleted",
  // Only the service role deletes an account. Its orders and messages stay.
  "auth.users: admin_users are deleted",
  "auth.users: customer_addresses are deleted",
  "auth.users: orders are detached",
  // Which codes somebody has entered.
  "auth.users: private.entered_promo_codes are deleted",
  "auth.users: private.known_devices are deleted",
  "auth.users: private.recovery_codes are deleted",
  "auth.users: product_reviews are detached",
  "auth.users: profiles are deleted",
  "auth.users: review_votes are deleted",
  "auth.users: stock_alerts are deleted",
  "auth.users: wishlist_items are deleted",
  "carrier_settlements: carrier_parcels remain",
  // The lines of a carrier's file; nobody deletes a settlement through the API.
  "carrier_settlements: carrier_settlement_rows are deleted",
  "carriers: carrier_parcels remain",
  "carriers: carrier_settlements remain",
  "carriers: cash_movements remain",
  "cash_movements: cash_movements remain",
  "categories: attribute_categories are deleted",
  "categories: categories remain",
  // A number of products, no user's row.
  "categories: private.category_product_counts are deleted",
  "categories: products remain",
  "categories: sale_items are deleted",
  "categories: stock_counts are detached",
  // Administrators delete a zone with what it consists of. The orders keep its name, as that of a pick-up point.
  "delivery_zones: delivery_fees are deleted",
  "delivery_zones: delivery_places are deleted",
  "delivery_zones: orders are detached",
  // Numbers again; nobody deletes a limit through the API.
  "limits: limit_refusals are deleted",
  // Nobody deletes an event or an order through the API.
  "order_events: cash_movements are deleted",
  "order_events: counted_in_pieces are deleted",
  "order_items: counted_in_pieces are deleted",
  "order_items: order_return_lines are deleted",
  "order_returns: order_return_lines are deleted",
  "orders: carrier_parcels are deleted",
  "orders: carrier_settlement_rows are deleted",
  "orders: cash_movements are deleted",
  "orders: order_events are deleted",
  "orders: order_items are deleted",
  "orders: order_returns are deleted",
  "orders: orders are detached",
  "orders: private.delivery_codes are deleted",
  "orders: private.order_claims are deleted",
  "orders: product_reviews are detached",
  "orders: review_requests are deleted",
  "orders: run_stops are deleted",
  "pickup_points: orders are detached",
  // The prices of a list go with it; one with members stays.
  "price_lists: price_breaks are deleted",
  "price_lists: price_list_members remain",
  // The parts of an import that is given up, or over for a week.
  "private.product_import_chunks: private.product_import_problems are deleted",
  "private.product_imports: private.product_import_chunks are deleted",
  // A review is deleted with its votes, a product with its dependent rows, but never with the lines of an
  // order.
  "product_reviews: review_votes are deleted",
  "product_variants: price_breaks are deleted",
  "product_variants: price_changes are deleted",
  "product_variants: private.sale_prices are deleted",
  "product_variants: sale_items are deleted",
  "product_variants: stock_alerts are deleted",
  "products: low_stocks are deleted",
  "products: order_items are detached",
  "products: price_breaks are deleted",
  "products: price_changes are deleted",
  "products: private.product_documents are deleted",
  "products: private.reorder_items are deleted",
  "products: private.sale_prices are deleted",
  // Those of the product, and those that it is itself.
  "products: product_accessories are deleted",
  "products: product_accessories are deleted",
  "products: product_images are deleted",
  "products: product_options are deleted",
  "products: product_reviews are deleted",
  "products: product_variants are deleted",
  "products: receipt_lines are detached",
  "products: review_requests are deleted",
  "products: sale_items are deleted",
  "products: stock_alerts are deleted",
  // The ledger of a stock that does not exist any more.
  "products: stock_count_lines are deleted",
  "products: stock_movements are deleted",
  "products: wishlist_items are deleted",
  // Nobody deletes a profile through the API either: it goes with its account.
  "profiles: customer_notes are deleted",
  "profiles: price_list_members are deleted",
  // A code with orders stays.
  "promo_codes: orders remain",
  "promo_codes: private.entered_promo_codes are deleted",
  // Nobody deletes a receipt or a count through the API.
  "receipts: receipt_arrivals are deleted",
  "receipts: receipt_lines are deleted",
  "receipts: stock_movements remain",
  "runs: cash_movements remain",
  // A run that nothing has come of.
  "runs: run_stops are deleted",
  "sales: private.sale_prices remain",
  "sales: sale_items are deleted",
  "stock_counts: stock_count_lines are deleted",
  "stock_counts: stock_movements remain",
  "suppliers: receipts remain",
  "technician_profiles: messages are detached",
  "technician_profiles: technician_contacts are deleted",
];

/** As FOREIGN_KEYS lists them, in the order of their text. */
export function readForeignKeys(sql: Sql): Promise<string[]> {
  return queryNames(
    sql,
    `select format('%s: %s %s', k.confrelid::regclass, k.conrelid::regclass,
        case k.confdeltype when 'c' then 'are deleted' when 'n' then 'are detached' else 'remain' end) as name
      from pg_constraint k join pg_namespace n on n.oid = k.connamespace
      where n.nspname in ('public', 'private') and k.contype = 'f'
      order by name`,
  );
}
