/** What the database says of the administrators: it shows their list to themselves alone. */
import type { Supabase } from "../../lib/supabase.client.ts";

export interface Administrator {
  /** That of the account. */
  id: string;
  name: string;
  email: string;
}

/** The administrator with this account, null when it is none's (any more). Throws when the question failed. */
export async function findAdministrator(client: Supabase, id: string): Promise<Administrator | null> {
  const { data } = await client
    .from("admin_users")
    .select("id,name,email")
    .eq("id", id)
    .maybeSingle()
    .throwOnError();
  return data;
}
