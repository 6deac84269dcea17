/** The mutations of the signed-in customer's profile. */
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import { findProfile } from "./profile.queries.ts";
import { PROFILE_COLUMNS, type Profile, type ProfileFields } from "./profile.ts";

/** The account's profile, created when there is none. Throws an error with a French message. */
export async function getOrCreateProfile(
  client: Supabase,
  account: { id: string; email: string | undefined },
): Promise<Profile> {
  const existing = await findProfile(client, account.id);
  if (existing) return existing;
  const { id, email } = account;
  const { data, error } = await client
    .from("profiles")
    .insert({ id, email })
    .select(PROFILE_COLUMNS)
    .single();
  if (error) throw new Error(`Erreur création profil: ${error.message}`, { cause: error });
  return data;
}

/** Updates the given fields and returns the profile. Throws an error with a French message. */
export async function updateProfile(
  client: Supabase,
  userId: string,
  changes: Partial<ProfileFields>,
): Promise<Profile> {
  const { data, error } = await client
    .from("profiles")
    .update(changes)
    .eq("id", userId)
    .select(PROFILE_COLUMNS)
    // Zero rows are a failure too: row-level security hides the profiles of other accounts.
    .single();
  if (error) throw new Error("Erreur lors de la mise à jour du profil", { cause: error });
  return data;
}
