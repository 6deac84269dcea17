/** The token of an order's page, for whoever may know it. */
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

/** Of an order of the signed-in user, or any order for staff who read orders; null for others. Throws when the request fails. */
export async function findTrackingToken(client: Supabase, orderId: string): Promise<string | null> {
  const { data } = await client
    .rpc("order_tracking_token", { of_order: orderId }, { get: true })
    .throwOnError();
  return data;
}
