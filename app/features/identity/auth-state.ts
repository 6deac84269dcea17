/** Who is signed in, as the screens see it, and how each event of auth-js changes that. */
import type { AuthChangeEvent, Session } from "@supabase/auth-js";

export type AuthState =
  | { status: "loading"; session: null }
  | { status: "anonymous"; session: null }
  | { status: "signed-in"; session: Session };

export const loading: AuthState = { status: "loading", session: null };
export const anonymous: AuthState = { status: "anonymous", session: null };

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
