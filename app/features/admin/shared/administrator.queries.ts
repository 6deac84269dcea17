/** Queries for the staff. Below the manager everybody reads their own row only. */
import type { StaffRole } from "#app/lib/supabase/database.types.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { Rights } from "./rights.ts";

/** A member of the staff, of any role. */
interface StaffMember {
  /** The id of the account. */
  id: string;
  name: string;
  email: string;
  role: StaffRole;
}

/** The member of the staff who is signed in. */
export interface Administrator extends StaffMember {
  rights: Rights;
}

/**
 * The member of the staff with this account, null when the account is not (or no longer) one. Throws when the query
 * fails.
 */
export async function findAdministrator(client: Supabase, id: string): Promise<StaffMember | null> {
  const { data } = await client
    .from("admin_users")
    .select("id,name,email,role")
    .eq("id", id)
    .maybeSingle()
    .throwOnError();
  return data;
}

/** The rights of the signed-in user. Throws when the query fails. */
export async function getRights(client: Supabase): Promise<Rights> {
  const { data } = await client.rpc("my_rights", undefined, { get: true }).throwOnError();
  return new Set(data);
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
