/** Queries of the signed-in account's own sessions. */
import type { Database } from "#app/lib/supabase/database.types.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

export type AccountSession = Database["public"]["Functions"]["list_sessions"]["Returns"][number];

/** This session first, then the last ones seen. Throws when the request fails. */
export async function listSessions(client: Supabase): Promise<AccountSession[]> {
  const { data } = await client.rpc("list_sessions").throwOnError();
  return data;
}
