/** Writing the profile of the signed-in customer. */
import type { Supabase } from "../../lib/supabase.client.ts";
import { findProfile } from "./profile.queries.ts";
import { PROFILE_COLUMNS, type Profile } from "./profile.ts";

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

/** Keeps the given fields. Throws with the specification's French message. */
export async function updateProfile(
  client: Supabase,
  userId: string,
  changes: Partial<Profile>,
): Promise<void> {
  const { error } = await client.from("profiles").update(changes).eq("id", userId);
  if (error) throw new Error("Erreur lors de la mise à jour du profil", { cause: error });
}
