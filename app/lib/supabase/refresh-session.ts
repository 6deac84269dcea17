/**
 * Refreshes the session, for a request that was rejected as unauthenticated although this browser has a
 * session.
 */
import type { GoTrueClient } from "@supabase/auth-js";

/**
 * Requests new tokens: with a wrong clock on this device an expired token can look valid. `ended`: the
 * session is no longer valid and has been removed from this browser. Never throws.
 */
export async function refreshSession(
  client: Pick<GoTrueClient, "refreshSession" | "signOut">,
): Promise<"refreshed" | "ended" | "unreachable"> {
  const { error } = await client.refreshSession();
  if (!error) return "refreshed";
  if (error.name === "AuthRetryableFetchError") return "unreachable";
  await client.signOut({ scope: "local" });
  return "ended";
}
