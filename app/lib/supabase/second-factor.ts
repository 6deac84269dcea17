/** Whether a session has presented the second factor of its account: until then it opens nothing. */
import type { Session } from "@supabase/auth-js";
import { readClaim } from "./token-claims.ts";

/** The database decides by the same rule (private.lacks_second_factor). */
export function lacksSecondFactor({ access_token, user }: Pick<Session, "access_token" | "user">): boolean {
  const hasFactor = user.factors?.some(({ status }) => status === "verified") ?? false;
  return hasFactor && readClaim(access_token, "aal") !== "aal2";
}
