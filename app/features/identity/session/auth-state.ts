/**
 * The auth state: whether somebody is signed in, and the session. A session that still has to present the second
 * factor of its account counts as none.
 */
import type { Session } from "@supabase/auth-js";

export type AuthState =
  | { status: "loading"; session: null }
  | { status: "anonymous"; session: null }
  | { status: "code-required"; session: null }
  /** `isRenewalPending`: the session has expired, and waits for the auth service to be reached. */
  | { status: "signed-in"; session: Session; isRenewalPending: boolean };

export const loadingAuthState: AuthState = { status: "loading", session: null };
export const codeRequiredAuthState: AuthState = { status: "code-required", session: null };
export const anonymousAuthState: AuthState = { status: "anonymous", session: null };
