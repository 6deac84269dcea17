/** The queries about the signed-in user. */
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

/** Whether the signed-in user is an administrator; a failed request is logged and returns false. */
export async function isAdminUser(client: Supabase): Promise<boolean> {
  const { data, error } = await client.rpc("is_admin_user");
  if (error) console.error("identity: the administrator check failed", error);
  return data === true;
}
