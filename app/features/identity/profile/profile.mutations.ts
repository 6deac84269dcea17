/** The mutations of the signed-in customer's profile. */
import { UNEXPECTED_ERROR } from "#app/lib/supabase/auth-error-message.ts";
import { describeFailure } from "#app/lib/supabase/failure-message.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import { findProfile } from "./profile.queries.ts";
import type { Profile, ProfileFields } from "./profile.ts";
import { PROFILE_COLUMNS } from "./profile-path.ts";

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
  if (error) {
    const reason = describeFailure(error, UNEXPECTED_ERROR);
    throw new Error(`Erreur création profil: ${reason}`, { cause: error });
  }
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
