/** For a request that was refused as not signed in although this browser holds a session. */
import type { GoTrueClient } from "@supabase/auth-js";

/**
 * Asks for new tokens: a clock that is wrong on this device can make an expired one look fresh. `ended`: the
 * session is of no more use and has been removed here. Never throws.
 */
export async function renewSession(
  client: Pick<GoTrueClient, "refreshSession" | "signOut">,
): Promise<"renewed" | "ended" | "unreachable"> {
  const { error } = await client.refreshSession();
  if (!error) return "renewed";
  if (error.name === "AuthRetryableFetchError") return "unreachable";
  await client.signOut({ scope: "local" });
  return "ended";
}
