/** A line of an order, with what came back of it. */
import type { Database } from "#app/lib/supabase/database.types.ts";

export type OrderItem = Pick<
  Database["public"]["Tables"]["order_items"]["Row"],
  "position" | "name" | "unit_price" | "quantity" | "returned_quantity" | "discount_amount" | "sold_by"
>;
