/** Reading a customer's orders. */

import { ORDER_COLUMNS, type StoredOrder, toStoredOrder } from "../../lib/stored-order.ts";
import type { Supabase } from "../../lib/supabase.client.ts";

/** What the confirmation shows of an order. */
export const CONFIRMED_COLUMNS = "id,number,total_amount,created_at";

/** The customer's own order with this id, null when there is none; throws when the question failed. */
export async function findOrder(client: Supabase, id: string) {
  const { data } = await client
    .from("orders")
    .select(CONFIRMED_COLUMNS)
    .eq("id", id)
    .maybeSingle()
    .throwOnError();
  return data;
}

/** Orders that are listed at a time. */
const PAGE_SIZE = 10;

export interface OrderPage {
  orders: StoredOrder[];
  /** Whether older ones follow. */
  more: boolean;
}

/** The orders under an e-mail, newest first, those after `last` when it is given. Throws when the question failed. */
export async function listOrders(
  client: Supabase,
  email: string,
  last: Pick<StoredOrder, "id" | "created_at"> | null,
): Promise<OrderPage> {
  let query = client.from("orders").select(ORDER_COLUMNS).eq("customer_email", email);
  // From the last one on and not by counting: an order placed meanwhile would shift every page.
  if (last) {
    const { id, created_at } = last;
    query = query.or(`created_at.lt."${created_at}",and(created_at.eq."${created_at}",id.gt.${id})`);
  }
  const { data } = await query
    .order("created_at", { ascending: false })
    .order("id")
    .limit(PAGE_SIZE + 1)
    .throwOnError();
  return { orders: data.slice(0, PAGE_SIZE).map(toStoredOrder), more: data.length > PAGE_SIZE };
}

/** The whole of an order that its reader may see, null when there is none; throws when the question failed. */
export async function findStoredOrder(client: Supabase, id: string): Promise<StoredOrder | null> {
  const { data, error } = await client.from("orders").select(ORDER_COLUMNS).eq("id", id).maybeSingle();
  // An address with something that is no id names no order.
  if (error?.code === "22P02") return null;
  if (error) throw new Error(error.message, { cause: error });
  return data && toStoredOrder(data);
}
