/** Mutations about the signed-in administrator. */
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import { type AdminAccess, parseAdminAccess } from "./administrator.queries.ts";

/**
 * Records that the administrator is at work, which postpones the end of the session. Throws when the request
 * fails.
 */
export async function recordAdminActivity(client: Supabase): Promise<AdminAccess> {
  const { data } = await client.rpc("record_admin_activity").throwOnError();
  return parseAdminAccess(data);
}
