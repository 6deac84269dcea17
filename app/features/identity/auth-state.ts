/** Who is signed in, as the screens see it. */
import type { Session } from "@supabase/auth-js";

export type AuthState =
  | { status: "loading"; session: null }
  | { status: "anonymous"; session: null }
  | { status: "signed-in"; session: Session };

export const loading: AuthState = { status: "loading", session: null };
export const anonymous: AuthState = { status: "anonymous", session: null };
