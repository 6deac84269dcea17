/** Queries of an order's history. Every function throws the backend's own error. */
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { OrderEvent } from "./order-events.ts";

/** More than an order ever has; the newest are the ones that count. */
const MAX_EVENTS = 200;

/** Newest first. */
export async function listOrderEvents(client: Supabase, orderId: string): Promise<OrderEvent[]> {
  const { data } = await client
    .from("order_events")
    .select("id,kind,at,recorded_at,actor_name,data,conflict")
    .eq("order_id", orderId)
    .order("at", { ascending: false })
    .order("id", { ascending: false })
    .limit(MAX_EVENTS)
    .throwOnError();
  return data;
}
