/** Queries for administrators. Only administrators may read their list. */
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

export interface Administrator {
  /** The id of the account. */
  id: string;
  name: string;
  email: string;
}

/**
 * The administrator with this account, null when the account is not (or no longer) one. Throws when the query
 * fails.
 */
export async function findAdministrator(client: Supabase, id: string): Promise<Administrator | null> {
  const { data } = await client
    .from("admin_users")
    .select("id,name,email")
    .eq("id", id)
    .maybeSingle()
    .throwOnError();
  return data;
}

/**
 * What the signed-in user may do in the admin area: everything; nothing; nothing until a second factor has been
 * presented (code) or enrolled; nothing any more, because the session was idle for too long, has expired, or was
 * ended.
 */
const ADMIN_ACCESSES = ["granted", "none", "code", "enrollment", "idle", "expired", "ended"] as const;
export type AdminAccess = (typeof ADMIN_ACCESSES)[number];

/** Throws when the query fails. */
export async function getAdminAccess(client: Supabase): Promise<AdminAccess> {
  const { data } = await client.rpc("get_admin_access").throwOnError();
  return parseAdminAccess(data);
}

export function parseAdminAccess(value: string): AdminAccess {
  const access = ADMIN_ACCESSES.find((known) => known === value);
  if (!access) throw new Error(`There is no access ${value}`);
  return access;
}
