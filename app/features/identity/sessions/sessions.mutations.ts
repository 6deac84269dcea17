/** Ending one of the account's own sessions. Throws when the request fails. */
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

export async function endSession(client: Supabase, id: string): Promise<void> {
  await client.rpc("end_session", { session_id: id }).throwOnError();
}
