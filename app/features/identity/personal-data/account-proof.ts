/** How the owner of an account shows again that it is theirs. */
import { getAuthClient } from "#app/lib/supabase/auth.client.ts";

/**
 * `none`: an anonymous account has neither password nor code. `factor`: a code of the second factor counts for more than
 * the password.
 */
export type AccountProof =
  | { kind: "none" }
  | { kind: "factor" }
  | { kind: "password"; email: string }
  | { kind: "code"; phone: string };

/** Asks the service, because a stored session may be older than its account. Throws when it cannot be asked. */
export async function loadAccountProof(): Promise<AccountProof> {
  const { data, error } = await (await getAuthClient()).getUser();
  if (error) throw error;
  const { email, phone, factors, is_anonymous } = data.user;
  if (factors?.some(({ status }) => status === "verified")) return { kind: "factor" };
  if (email) return { kind: "password", email };
  if (phone && !is_anonymous) return { kind: "code", phone };
  return { kind: "none" };
}
