/** What the database says of the signed-in user. */
import type { Supabase } from "../../lib/supabase.client.ts";

/** Whether the signed-in user is an administrator; a failed question is logged and answers no. */
export async function isAdminUser(client: Supabase): Promise<boolean> {
  const { data, error } = await client.rpc("is_admin_user");
  if (error) console.error("identity: the administrator check failed", error);
  return data === true;
}
