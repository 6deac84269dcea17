/** The query of the signed-in customer's profile: one row for each account. */
import { UNEXPECTED_ERROR } from "#app/lib/supabase/auth-error-message.ts";
import { describeFailure } from "#app/lib/supabase/failure-message.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { Profile } from "./profile.ts";
import { PROFILE_COLUMNS } from "./profile-path.ts";

/** The account's profile, null when it has none yet. Throws an error with a French message. */
export async function findProfile(client: Supabase, userId: string): Promise<Profile | null> {
  const { data, error } = await client
    .from("profiles")
    .select(PROFILE_COLUMNS)
    .eq("id", userId)
    .maybeSingle();
  if (error) {
    const reason = describeFailure(error, UNEXPECTED_ERROR);
    throw new Error(`Erreur base de données: ${reason}`, { cause: error });
  }
  return data;
}
