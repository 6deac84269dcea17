/** How much waits for an administrator. Only counts travel. */
import type { Supabase } from "../../../lib/supabase.client.ts";

export type WaitingKind = "orders" | "reviews" | "messages" | "quotes";
export type WaitingCounts = Record<WaitingKind, number>;

/** Pending orders, reviews to moderate, unread messages and quotes. Throws when they cannot be counted. */
export async function countWaiting(client: Supabase): Promise<WaitingCounts> {
  const { data } = await client.rpc("waiting_counts").single().throwOnError();
  return data;
}
