/** Signs in as an administrator. A customer's password is valid too, but not sufficient. */

import { findAdministrator } from "#app/features/admin/shared/administrator.queries.ts";
import { endSession, getCurrentAccess } from "#app/features/admin/shared/administrator.ts";
import {
  NOT_ADMINISTRATOR_MESSAGE,
  UNKNOWN_ERROR_MESSAGE,
} from "#app/features/admin/shared/mutations/error-messages.ts";
import { getAuthClient } from "#app/lib/supabase/auth.client.ts";
import { getAuthErrorMessage } from "#app/lib/supabase/auth-error-message.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";

/** The next step of the sign-in. */
export type SignInStep = "password" | "code" | "enrollment";

export type AdminSignInResult =
  | { kind: "signed-in" }
  /** The session is established, but has to present or to enroll a second factor first. */
  | { kind: "code" | "enrollment" }
  | { kind: "error"; message: string };

/** Never throws. */
export async function signInAsAdministrator(email: string, password: string): Promise<AdminSignInResult> {
  try {
    const client = await getAuthClient();
    const { data, error } = await client.signInWithPassword({ email, password });
    if (error) return { kind: "error", message: getAuthErrorMessage(error, UNKNOWN_ERROR_MESSAGE) };
    if (await findAdministrator(getSupabase(), data.user.id)) return { kind: "signed-in" };
    const access = await getCurrentAccess();
    if (access === "code" || access === "enrollment") return { kind: access };
    await endSession();
    return { kind: "error", message: NOT_ADMINISTRATOR_MESSAGE };
  } catch (error) {
    console.error("admin: signing in", error);
    await endSession().catch(() => undefined);
    return { kind: "error", message: UNKNOWN_ERROR_MESSAGE };
  }
}
