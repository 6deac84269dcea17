/** Writing the profile of the signed-in customer. */
import type { Supabase } from "../../lib/supabase.client.ts";
import { findProfile } from "./profile.queries.ts";
import { PROFILE_COLUMNS, type Profile, type ProfileFields } from "./profile.ts";

/** The account's profile, made when there is none. Throws with the specification's French message. */
export async function getOrCreateProfile(
  client: Supabase,
  account: { id: string; email: string | undefined },
): Promise<Profile> {
  const known = await findProfile(client, account.id);
  if (known) return known;
  const { id, email } = account;
  const { data, error } = await client
    .from("profiles")
    .insert({ id, email })
    .select(PROFILE_COLUMNS)
    .single();
  if (error) throw new Error(`Erreur création profil: ${error.message}`, { cause: error });
  return data;
}

/** Keeps the given fields and gives the profile as it stands then. Throws with the specification's French message. */
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
    // Nobody's row is a failure too: the rules of the table hide the profile of whoever is not signed in here.
    .single();
  if (error) throw new Error("Erreur lors de la mise à jour du profil", { cause: error });
  return data;
}
