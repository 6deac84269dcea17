/** Queries for the pending counts. Only counts are transferred. */
import type { OrderQueue } from "#app/lib/supabase/database.types.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

/** How many orders wait in each queue of the desk, up to 1,000. */
export type DeskCounts = Record<OrderQueue, number>;
export type PendingKind = "orders" | "reviews" | "messages" | "quotes" | OrderQueue;
export type PendingCounts = Record<PendingKind, number>;

const ZERO_DESK_COUNTS: DeskCounts = { confirm: 0, prepare: 0, deliver: 0, late: 0, collect: 0 };
const ZERO_COUNTS: PendingCounts = { orders: 0, reviews: 0, messages: 0, quotes: 0, ...ZERO_DESK_COUNTS };

/**
 * Pending orders, reviews to moderate, unread messages and quotes, and the orders in the queues of the desk; zero for a
 * user who is no administrator any more. Throws when a query fails.
 */
export async function getPendingCounts(client: Supabase): Promise<PendingCounts> {
  const [{ data }, desk] = await Promise.all([
    client.rpc("waiting_counts").maybeSingle().throwOnError(),
    getDeskCounts(client),
  ]);
  return { ...ZERO_COUNTS, ...data, ...desk };
}

export async function getDeskCounts(client: Supabase): Promise<DeskCounts> {
  const { data } = await client.rpc("desk_counts").maybeSingle().throwOnError();
  return data ?? ZERO_DESK_COUNTS;
}

/** The database counts no further than 1,000. */
export function formatPendingCount(count: number): string {
  return count >= 1000 ? "999+" : String(count);
}
