/** How much waits for an administrator. Only counts travel. */
import type { Supabase } from "../../../lib/supabase.client.ts";

export type WaitingKind = "orders" | "reviews" | "messages" | "quotes";
export type WaitingCounts = Record<WaitingKind, number>;

/** Pending orders, reviews to moderate, unread messages and quotes. Throws when one of them cannot be counted. */
export async function countWaiting(client: Supabase): Promise<WaitingCounts> {
  const count = { count: "exact", head: true } as const;
  const [orders, reviews, messages, quotes] = await Promise.all([
    client.from("orders").select("id", count).eq("status", "pending").throwOnError(),
    client.from("product_reviews").select("id", count).eq("is_published", false).throwOnError(),
    client.from("messages").select("id", count).is("read_at", null).throwOnError(),
    client.from("quotes").select("id", count).is("read_at", null).throwOnError(),
  ]);
  return {
    orders: orders.count ?? 0,
    reviews: reviews.count ?? 0,
    messages: messages.count ?? 0,
    quotes: quotes.count ?? 0,
  };
}
