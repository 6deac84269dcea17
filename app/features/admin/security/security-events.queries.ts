/** Queries of the security events. */
import type { Database } from "#app/lib/supabase/database.types.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

export type SecurityEvent = Database["public"]["Functions"]["list_security_events"]["Returns"][number];

/** The number of events of a page. */
export const EVENTS_PAGE_SIZE = 50;

/** A page of the events, newest first: the first one, or the one after an event. Throws when the query fails. */
export async function listSecurityEvents(client: Supabase, after?: SecurityEvent): Promise<SecurityEvent[]> {
  const { data } = await client
    .rpc("list_security_events", {
      max_rows: EVENTS_PAGE_SIZE,
      ...(after && { before_at: after.created_at, before_id: after.id }),
    })
    .throwOnError();
  return data;
}
