/** The queries about the signed-in user. */
import { INVALID_TOKEN_CLAIM } from "#app/lib/supabase/error-codes.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

/**
 * Whether the signed-in user is an administrator; a failed request is logged and returns false. A session that ended
 * while the answer was on its way is no failure.
 */
export async function isAdminUser(client: Supabase): Promise<boolean> {
  const { data, error } = await client.rpc("is_admin_user");
  if (error && error.code !== INVALID_TOKEN_CLAIM)
    console.error("identity: the administrator check failed", error);
  return data === true;
}
