/** Asks for the token of an order as the signed-in user: loaded after the page that shows its link. */
import { findTrackingToken } from "#app/lib/models/tracking-token.queries.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";

/** Null when the user may not know it. Throws when the request fails. */
export function loadTrackingToken(orderId: string): Promise<string | null> {
  return findTrackingToken(getSupabase(), orderId);
}
