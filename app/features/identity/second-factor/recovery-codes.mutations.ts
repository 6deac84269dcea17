/** Creating and using recovery codes. Both throw when the request fails. */
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

/** New codes instead of the former ones; they cannot be read again. */
export async function createRecoveryCodes(client: Supabase): Promise<string[]> {
  const { data } = await client.rpc("create_recovery_codes").throwOnError();
  return data;
}

/** Whether the code was valid. The session's next refresh issues a token at aal2. */
export async function consumeRecoveryCode(client: Supabase, code: string): Promise<boolean> {
  const { data } = await client.rpc("use_recovery_code", { code }).throwOnError();
  return data;
}
