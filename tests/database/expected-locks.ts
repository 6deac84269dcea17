/**
 * The locks of the functions. Without one of them two requests at the same moment sell a piece twice or leave a shop
 * without an owner, which no test of one request notices. A migration that replaces a function copies it: what gets lost
 * then is missing here.
 */
import type { Sql } from "#backend/core/database/database.ts";

export const LOCKS: Record<string, string> = {
  change_products: "for no key update",
  free_slug: "advisory slugs of",
  move_category: "advisory category tree",
  "private.accept_admin_invitation": "advisory admin_users",
  "private.apply_import": "for update, for no key update, advisory slugs of products",
  "private.apply_import_chunk": "for no key update skip locked",
  "private.apply_retention": "for update skip locked",
  "private.begin_sale": "for no key update",
  "private.cancel_product_import": "for update",
  "private.change_order": "for no key update, for no key update",
  "private.check_cash": "advisory private.check_cash (tried)",
  "private.check_order_limits": "advisory orders.user_id, advisory orders.phone, advisory orders.place",
  "private.check_stock": "advisory private.check_stock (tried)",
  "private.claim_next_order": "advisory order_claims, for no key update skip locked",
  "private.close_drawer": "advisory cash_book",
  "private.close_run": "for no key update",
  "private.close_sales_days": "advisory private.close_sales_days (tried)",
  "private.close_stock_count": "for no key update",
  "private.complete_product_import": "for no key update",
  "private.confirm_product_import": "for no key update",
  "private.copy_delivery_figures": "for no key update",
  "private.copy_primary_image": "for no key update",
  "private.count_in_return": "for no key update",
  "private.decide_return": "for no key update",
  "private.delete_sale": "for update",
  "private.delete_unused_accounts": "for update skip locked",
  "private.end_sales": "for no key update",
  "private.enqueue_order_notice": "for update skip locked",
  "private.erase_person": "for update",
  "private.follow_cash_movement": "advisory cash_book (shared)",
  "private.get_idempotent_result": "advisory idempotent_results.request_id",
  "private.hand_to_carrier": "for no key update, for no key update",
  "private.import_settlement": "for no key update",
  "private.limit_customer_addresses": "advisory customer_addresses.user_id",
  "private.lock_category_tree": "advisory category tree",
  "private.skip_known_address": "advisory customer_addresses.user_id",
  "private.limit_wishlist": "advisory wishlist_items.user_id",
  "private.limit_messages": "advisory messages.technician_id",
  "private.lock_administrators": "advisory admin_users",
  "private.lock_open_count": "for update, for share",
  "private.lock_order_to_change": "for no key update",
  "private.lock_run": "for no key update",
  "private.lock_tracked_order": "for no key update",
  "private.open_return": "for no key update",
  "private.place_order": "advisory orders.id, advisory orders.number, for no key update",
  "private.prepare_order_draft": "advisory order_drafts.author_id",
  "private.receive_goods": "for no key update, for no key update",
  "private.receive_return": "for no key update of o, for no key update",
  "private.record_missed_search": "advisory private.record_missed_search (tried)",
  "private.record_order_event": "for no key update",
  "private.refresh_reorder_items": "advisory private.refresh_reorder_items (tried)",
  "private.refresh_search_ranks": "advisory private.refresh_search_ranks (tried)",
  "private.refund_order": "for no key update",
  "private.release_expired_stock": "for no key update skip locked",
  "private.remove_attribute_values": "for no key update",
  "private.request_stock_alert": "for share, for share of v",
  "private.require_owner": "advisory admin_users",
  "private.resolve_settlement_row": "for no key update, for no key update",
  "private.return_promo_code": "for no key update",
  "private.reverse_cash_movement": "for no key update",
  "private.run_sales": "advisory sales (tried)",
  "private.save_count_line": "for no key update",
  "private.save_delivery_zone": "advisory delivery_zones, for update",
  "private.save_price_breaks": "for no key update",
  "private.save_receipt": "advisory receipts.id, for no key update, advisory receipts.number",
  "private.save_run": "for no key update",
  "private.save_sale": "advisory sales.id, for update",
  "private.save_variants": "for update",
  "private.send_out_run": "for no key update, for share",
  "private.set_book_day": "advisory cash_book (shared)",
  "private.set_product_stock": "for no key update",
  "private.split_order": "for no key update, advisory orders.number",
  "private.stop_product_import": "for no key update",
  "private.start_product_import": "advisory private.product_imports",
  "private.sum_cash_days": "advisory cash_book",
  "private.take_back_parcel": "for no key update",
  "private.take_out_of_run": "for no key update",
  "private.take_over_account": "advisory customer_addresses.user_id, advisory wishlist_items.user_id",
  "private.take_stock": "for no key update",
  "private.tell_shop_problems": "advisory private.tell_shop_problems (tried)",
  "private.trim_brand": "advisory slugs of brands",
  "private.update_product_ratings": "for no key update",
  "private.use_promo_code": "for no key update of c",
  "private.use_recovery_code": "for update",
  "private.write_pending_documents": "for update skip locked",
  save_product: "advisory products.id, for update",
};

const LOCK =
  "\\mfor\\s+(?:no\\s+key\\s+)?(?:update|share)\\M(?:\\s+of\\s+\\w+)?(?:\\s+skip\\s+locked|\\s+nowait)?|pg_(?:try_)?advisory_xact_lock[^']*'[^']*'";

/** The locks of each function in their order, as LOCKS lists them. */
export async function readLocks(sql: Sql): Promise<typeof LOCKS> {
  const functions = await sql<{ name: string; locks: string[] }[]>`
    select p.oid::regproc::text as name, array_agg(lock[1] order by position) as locks
    from pg_proc p, regexp_matches(regexp_replace(p.prosrc, '--[^\n]*', '', 'g'), ${`(${LOCK})`}, 'g')
      with ordinality as found (lock, position)
    where p.pronamespace::regnamespace::text in ('public', 'private')
    group by p.oid order by 1`;
  return Object.fromEntries(functions.map(({ name, locks }) => [name, locks.map(shorten).join(", ")]));
}

/** «advisory cash_book (shared)» for pg_advisory_xact_lock_shared(hashtextextended('cash_book'. */
function shorten(lock: string): string {
  const advisory = /^pg_(?<try>try_)?advisory_xact_lock(?<shared>_shared)?.*'(?<name>[^']*)'$/s.exec(
    lock,
  )?.groups;
  if (!advisory) return lock.replace(/\s+/g, " ");
  const { try: tried, shared, name = "" } = advisory;
  return `advisory ${name.trim()}${shared ? " (shared)" : ""}${tried ? " (tried)" : ""}`;
}
