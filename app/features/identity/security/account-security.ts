/** What the screens «Sécurité» show of the signed-in account. */

import { countRecoveryCodes } from "#app/features/identity/second-factor/recovery-codes.queries.ts";
import type { SecondFactorState } from "#app/features/identity/second-factor/second-factor-panel.tsx";
import { type AccountSession, listSessions } from "#app/features/identity/sessions/sessions.queries.ts";
import { getAuthClient } from "#app/lib/supabase/auth.client.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";

export interface AccountSecurity {
  factor: SecondFactorState;
  sessions: AccountSession[];
}

/** Throws when a request fails. */
export async function loadAccountSecurity(): Promise<AccountSecurity> {
  const client = await getAuthClient();
  const [{ data, error }, recoveryCodes, sessions] = await Promise.all([
    client.getUser(),
    countRecoveryCodes(getSupabase()),
    listSessions(getSupabase()),
  ]);
  if (error) throw error;
  const isActive = data.user.factors?.some(({ status }) => status === "verified") ?? false;
  return { factor: { isActive, recoveryCodes }, sessions };
}
