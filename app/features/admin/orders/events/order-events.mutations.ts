/** Mutations of an order's history. The database decides what an event changes. */
import type { OrderEventKind } from "#app/lib/supabase/database.types.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

/** What `order_events.data` says of the kind. */
type EventData = Record<string, string | number | { position: number; quantity: number }[]>;

export interface SentEvent {
  /** Made by whoever acts: sending twice is once. */
  id: string;
  order_id: string;
  kind: OrderEventKind;
  data: EventData;
  /** What was prepared: refused when the order has other articles since. */
  contents?: string;
}

/**
 * Resolves to what somebody has to look at, or to null. Throws with the database's reason when the event does not follow
 * from what happened before.
 */
export async function recordOrderEvent(client: Supabase, event: SentEvent): Promise<string | null> {
  const { data } = await client.rpc("record_order_event", { event: { ...event } }).throwOnError();
  return data[0]?.message || null;
}
