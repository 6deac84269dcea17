/** What auth-js tells of a session, as the screens see and name it. */
import type { AuthChangeEvent, Session } from "@supabase/auth-js";
import { type AuthState, anonymous } from "./auth-state.ts";

/** Every event but the sign-out brings the session that holds from now on, or none. */
export function nextAuthState(event: AuthChangeEvent, session: Session | null): AuthState {
  switch (event) {
    case "SIGNED_OUT":
      return anonymous;
    case "INITIAL_SESSION":
    case "SIGNED_IN":
    case "TOKEN_REFRESHED":
    case "USER_UPDATED":
    case "PASSWORD_RECOVERY":
    case "MFA_CHALLENGE_VERIFIED":
      return session ? { status: "signed-in", session } : anonymous;
  }
}

/** What the account control is called: the e-mail up to the @, or «Mon compte» for an account without one. */
export function accountName(email: string | undefined): string {
  return email?.split("@")[0] || "Mon compte";
}
