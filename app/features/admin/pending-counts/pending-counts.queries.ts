/** Queries for the pending counts. Only counts are transferred. */
import type { OrderQueue } from "#app/lib/supabase/database.types.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

/** How many orders wait in each queue of the desk, and for a refund, up to 1,000. */
export type DeskCounts = Record<OrderQueue | "refund", number>;
export type PendingKind =
  | "orders"
  | "reviews"
  | "messages"
  | "quotes"
  | "returns"
  | "priceLists"
  | keyof DeskCounts;
export type PendingCounts = Record<PendingKind, number>;

const ZERO_DESK_COUNTS: DeskCounts = { confirm: 0, prepare: 0, deliver: 0, late: 0, collect: 0, refund: 0 };
const ZERO_COUNTS: PendingCounts = {
  orders: 0,
  reviews: 0,
  messages: 0,
  quotes: 0,
  returns: 0,
  priceLists: 0,
  ...ZERO_DESK_COUNTS,
};

/**
 * Pending orders, reviews to moderate, unread messages and quotes, requests for a return and for the prices of
 * professionals, the orders in the queues of the desk, and those to refund; zero for a user who is no administrator any
 * more. Throws when a query fails.
 */
export async function getPendingCounts(client: Supabase): Promise<PendingCounts> {
  const [{ data }, returns, priceLists, desk] = await Promise.all([
    client.rpc("waiting_counts").maybeSingle().throwOnError(),
    countRequested(client, "order_returns"),
    countRequested(client, "price_list_members"),
    getDeskCounts(client),
  ]);
  return { ...ZERO_COUNTS, ...data, returns, priceLists, ...desk };
}

async function countRequested(
  client: Supabase,
  table: "order_returns" | "price_list_members",
): Promise<number> {
  const { count } = await client
    .from(table)
    .select("*", { count: "exact", head: true })
    .eq("state", "requested")
    .throwOnError();
  return count ?? 0;
}

export async function getDeskCounts(client: Supabase): Promise<DeskCounts> {
  const { data } = await client.rpc("desk_counts").maybeSingle().throwOnError();
  return data ?? ZERO_DESK_COUNTS;
}

/** The database counts no further than 1,000. */
export function formatPendingCount(count: number): string {
  return count >= 1000 ? "999+" : String(count);
}
