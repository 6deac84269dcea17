/** The queries of a customer's orders. */

import { isUuid } from "#app/lib/is-uuid.ts";
import { type Order, parseOrder } from "#app/lib/models/order.ts";
import { ORDER_COLUMNS } from "#app/lib/models/order-columns.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import { PAGE_SIZE } from "./orders-path.ts";

/** The columns of an order just placed, for the confirmation page. */
export const CONFIRMATION_COLUMNS =
  "id,number,total_amount,created_at,delivery_day,delivery_half,pickup_point_name";

/**
 * The columns for the confirmation of the customer's own order, null when there is none; throws when the
 * request fails.
 */
export async function findPlacedOrder(client: Supabase, id: string) {
  const { data } = await client
    .from("orders")
    .select(CONFIRMATION_COLUMNS)
    .eq("id", id)
    .maybeSingle()
    .throwOnError();
  return data;
}

export interface OrderPage {
  orders: Order[];
  /** Whether there are older orders. */
  hasMore: boolean;
}

/** Whose orders: those of an e-mail, or of an account that has none. */
export type OrderOwner = { email: string } | { userId: string };

/**
 * The orders of their owner, newest first, those after `last` when it is given. Throws when the request fails.
 */
export async function listOrders(
  client: Supabase,
  owner: OrderOwner,
  last: Pick<Order, "id" | "created_at"> | null,
): Promise<OrderPage> {
  const orders = client.from("orders").select(ORDER_COLUMNS);
  let query =
    "email" in owner ? orders.eq("customer_email", owner.email) : orders.eq("user_id", owner.userId);
  // Keyset pagination: with offsets, an order placed meanwhile would shift every page.
  if (last) {
    const { id, created_at } = last;
    query = query.or(`created_at.lt."${created_at}",and(created_at.eq."${created_at}",id.gt.${id})`);
  }
  const { data } = await query
    .order("created_at", { ascending: false })
    .order("id")
    .limit(PAGE_SIZE + 1)
    .throwOnError();
  return { orders: data.slice(0, PAGE_SIZE).map(parseOrder), hasMore: data.length > PAGE_SIZE };
}

/** The whole order with this id, if the user may read it, else null; throws when the request fails. */
export async function findOrder(client: Supabase, id: string): Promise<Order | null> {
  if (!isUuid(id)) return null;
  const { data } = await client
    .from("orders")
    .select(ORDER_COLUMNS)
    .eq("id", id)
    .maybeSingle()
    .throwOnError();
  return data && parseOrder(data);
}

/** An event of an order, as its customer may know it. */
export interface TimelineEvent {
  kind: string;
  /** ISO timestamp. */
  at: string;
}

/** The events of the customer's own order after the placing, the oldest first; throws when the request fails. */
export async function listTimelineEvents(client: Supabase, orderId: string): Promise<TimelineEvent[]> {
  const { data } = await client.rpc("order_timeline", { of_order: orderId }).throwOnError();
  return data;
}
