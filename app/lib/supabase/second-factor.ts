/** Whether a session has presented the second factor of its account: until then it opens nothing. */
import type { Session } from "@supabase/auth-js";

/** The database decides by the same rule (private.lacks_second_factor). */
export function lacksSecondFactor({ access_token, user }: Pick<Session, "access_token" | "user">): boolean {
  const hasFactor = user.factors?.some(({ status }) => status === "verified") ?? false;
  return hasFactor && readLevel(access_token) !== "aal2";
}

/** The assurance level in the token's claims; null when they cannot be read. */
function readLevel(token: string): unknown {
  try {
    const payload = token.split(".")[1] ?? "";
    const claims: unknown = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
    return typeof claims === "object" && claims !== null && "aal" in claims ? claims.aal : null;
  } catch {
    return null;
  }
}
