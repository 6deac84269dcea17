/** Queries of the recovery codes, which replace the second factor once each. */
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

/** How many codes are left. Throws when the request fails. */
export async function countRecoveryCodes(client: Supabase): Promise<number> {
  const { data } = await client.rpc("count_recovery_codes").throwOnError();
  return data;
}
