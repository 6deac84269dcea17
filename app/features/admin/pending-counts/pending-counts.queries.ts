/** Queries for the pending counts. Only counts are transferred. */
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

export type PendingKind = "orders" | "reviews" | "messages" | "quotes";
export type PendingCounts = Record<PendingKind, number>;

const ZERO_COUNTS: PendingCounts = { orders: 0, reviews: 0, messages: 0, quotes: 0 };

/**
 * Pending orders, reviews to moderate, unread messages and quotes; zero for a user who is no administrator
 * any more. Throws when the query fails.
 */
export async function getPendingCounts(client: Supabase): Promise<PendingCounts> {
  const { data } = await client.rpc("waiting_counts").maybeSingle().throwOnError();
  return data ?? ZERO_COUNTS;
}
