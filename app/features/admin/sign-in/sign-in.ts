/** Signs in as an administrator. A customer's password is valid too, but not sufficient. */

import { findAdministrator } from "#app/features/admin/shared/administrator.queries.ts";
import { endSession } from "#app/features/admin/shared/administrator.ts";
import {
  NOT_ADMINISTRATOR_MESSAGE,
  UNKNOWN_ERROR_MESSAGE,
} from "#app/features/admin/shared/mutations/error-messages.ts";
import { getAuthClient } from "#app/lib/supabase/auth.client.ts";
import { getAuthErrorMessage } from "#app/lib/supabase/auth-error-message.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";

/** Null once the session is established, otherwise the error message. Never throws. */
export async function signInAsAdministrator(email: string, password: string): Promise<string | null> {
  try {
    const client = await getAuthClient();
    const { data, error } = await client.signInWithPassword({ email, password });
    if (error) return getAuthErrorMessage(error, UNKNOWN_ERROR_MESSAGE);
    if (await findAdministrator(getSupabase(), data.user.id)) return null;
    await endSession();
    return NOT_ADMINISTRATOR_MESSAGE;
  } catch (error) {
    console.error("admin: signing in", error);
    await endSession().catch(() => undefined);
    return UNKNOWN_ERROR_MESSAGE;
  }
}
