/** An order with what its events need to know: its stage, what is still to pay, and its lines. */
import type { AdminOrder } from "#app/features/admin/orders/admin-order.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";

export type OrderItem = Pick<
  Database["public"]["Tables"]["order_items"]["Row"],
  "position" | "name" | "unit_price" | "quantity" | "returned_quantity"
>;

/** What the customer still has to pay, in francs; less than nothing when they get money back. */
export function getOutstandingAmount({
  status,
  total_amount,
  credited_amount,
  paid_amount,
}: Pick<AdminOrder, "status" | "total_amount" | "credited_amount" | "paid_amount">): number {
  return (status === "cancelled" ? 0 : total_amount - credited_amount) - paid_amount;
}
