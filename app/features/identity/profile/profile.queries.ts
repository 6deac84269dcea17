/** The query of the signed-in customer's profile: one row for each account. */
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import { PROFILE_COLUMNS, type Profile } from "./profile.ts";

/** The account's profile, null when it has none yet. Throws an error with a French message. */
export async function findProfile(client: Supabase, userId: string): Promise<Profile | null> {
  const { data, error } = await client
    .from("profiles")
    .select(PROFILE_COLUMNS)
    .eq("id", userId)
    .maybeSingle();
  if (error) throw new Error(`Erreur base de données: ${error.message}`, { cause: error });
  return data;
}
