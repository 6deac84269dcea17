/** Queries of a courier. Every function throws when the backend returns an error. */
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

/** A network that does not answer for so long is dead, whatever the browser says: ms. */
export const PATIENCE_MS = 15_000;

/** The courier's runs that are out, for `parseRuns`; none for anybody else. */
export async function getCourierRuns(client: Supabase): Promise<unknown> {
  const { data } = await client
    .rpc("courier_runs", undefined, { get: true })
    .abortSignal(AbortSignal.timeout(PATIENCE_MS))
    .throwOnError();
  return data;
}

/** Whether the session may do what its role may: not when it was idle for too long, or lacks the second factor. */
export async function isAccessGranted(client: Supabase): Promise<boolean> {
  const { data } = await client
    .rpc("get_admin_access")
    .abortSignal(AbortSignal.timeout(PATIENCE_MS))
    .throwOnError();
  return data === "granted";
}
