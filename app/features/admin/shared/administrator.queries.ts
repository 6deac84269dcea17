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
