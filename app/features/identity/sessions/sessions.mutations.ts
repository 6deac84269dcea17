/** Ending the account's own sessions, which the database asks a recent sign-in for. Throws when the request fails. */
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

export async function endSession(client: Supabase, id: string): Promise<void> {
  await client.rpc("end_session", { session_id: id }).throwOnError();
}

export async function endOtherSessions(client: Supabase): Promise<void> {
  await client.rpc("end_session").throwOnError();
}
