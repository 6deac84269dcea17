/** Taking orders of a queue and giving them back. Every function throws the backend's own error. */
import type { OrderQueue } from "#app/lib/supabase/database.types.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { Place } from "./desk.queries.ts";

export interface Claim {
  order_id: string;
  place: Place;
}

/** The next order after this place that nobody else works on; null at the end of the queue. */
export async function claimNextOrder(
  client: Supabase,
  queue: OrderQueue,
  after: Place | null,
): Promise<Claim | null> {
  const { data } = await client
    .rpc("claim_next_order", { queue, ...(after !== null && { after }) })
    .maybeSingle()
    .throwOnError();
  return data;
}

export async function releaseOrder(client: Supabase, orderId: string): Promise<void> {
  await client.rpc("release_order", { of_order: orderId }).throwOnError();
}
