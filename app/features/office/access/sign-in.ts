/** Signing in as an administrator. A customer's password is right too, and not enough. */

import { authClient } from "../../../lib/auth.client.ts";
import { authRefusalMessage } from "../../../lib/auth-refusal.ts";
import { supabase } from "../../../lib/supabase.client.ts";
import { findAdministrator } from "../administrator.queries.ts";
import { endSession, NOT_ADMINISTRATOR } from "../administrator.ts";

const FAILED = "Une erreur est survenue";

/** Null once the session stands, else why it does not. Never throws. */
export async function signInAsAdministrator(email: string, password: string): Promise<string | null> {
  try {
    const client = await authClient();
    const { data, error } = await client.signInWithPassword({ email, password });
    if (error) return authRefusalMessage(error, FAILED);
    if (await findAdministrator(supabase(), data.user.id)) return null;
    await endSession();
    return NOT_ADMINISTRATOR;
  } catch (error) {
    console.error("office: signing in", error);
    await endSession().catch(() => undefined);
    return FAILED;
  }
}
