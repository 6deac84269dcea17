/** How much waits for an administrator. Only counts travel. */
import type { Supabase } from "../../../lib/supabase.client.ts";

export type WaitingKind = "orders" | "reviews" | "messages" | "quotes";
export type WaitingCounts = Record<WaitingKind, number>;

const nothing: WaitingCounts = { orders: 0, reviews: 0, messages: 0, quotes: 0 };

/**
 * Pending orders, reviews to moderate, unread messages and quotes; nothing waits for one who is no administrator any
 * more. Throws when they cannot be counted.
 */
export async function countWaiting(client: Supabase): Promise<WaitingCounts> {
  const { data } = await client.rpc("waiting_counts").maybeSingle().throwOnError();
  return data ?? nothing;
}
