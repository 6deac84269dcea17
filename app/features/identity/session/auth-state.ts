/** The auth state: whether somebody is signed in, and the session. */
import type { Session } from "@supabase/auth-js";

export type AuthState =
  | { status: "loading"; session: null }
  | { status: "anonymous"; session: null }
  | { status: "signed-in"; session: Session };

export const loadingAuthState: AuthState = { status: "loading", session: null };
export const anonymousAuthState: AuthState = { status: "anonymous", session: null };
