/** Maps the auth-js events and sessions to the auth state and the account's display name. */
import type { AuthChangeEvent, Session } from "@supabase/auth-js";
import { lacksSecondFactor } from "#app/lib/supabase/second-factor.ts";
import { type AuthState, anonymousAuthState, codeRequiredAuthState } from "./auth-state.ts";

/** Every event but SIGNED_OUT carries the current session, or null. */
export function toAuthState(event: AuthChangeEvent, session: Session | null): AuthState {
  switch (event) {
    case "SIGNED_OUT":
      return anonymousAuthState;
    case "INITIAL_SESSION":
    case "SIGNED_IN":
    case "TOKEN_REFRESHED":
    case "USER_UPDATED":
    case "PASSWORD_RECOVERY":
    case "MFA_CHALLENGE_VERIFIED":
      return session ? toSignedInState(session, false) : anonymousAuthState;
  }
}

/** The state of the stored session that auth-js could not renew; `stored` is null when there is none any more. */
export function toStoredAuthState(stored: Session | null): AuthState {
  return stored ? toSignedInState(stored, true) : anonymousAuthState;
}

function toSignedInState(session: Session, isRenewalPending: boolean): AuthState {
  return lacksSecondFactor(session)
    ? codeRequiredAuthState
    : { status: "signed-in", session, isRenewalPending };
}

/**
 * The label of the account button: the local part of the e-mail, or «Mon compte» for an account without one.
 */
export function toAccountName(email: string | undefined): string {
  return email?.split("@")[0] || "Compte";
}
