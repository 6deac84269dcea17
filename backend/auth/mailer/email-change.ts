/** The mails of a change of address: to the new address, and to the old one where both must confirm. */

import type { AuthDeps } from "#backend/auth/endpoint.ts";
import { requestEmailChange, type User } from "#backend/auth/models/user.ts";
import type { TransactionSql } from "#backend/core/database/database.ts";
import { enqueueMailCode } from "./mail-codes.ts";

export async function enqueueEmailChangeMails(
  tx: TransactionSql,
  deps: AuthDeps,
  change: { user: User; newEmail: string; redirectTo: string; pkce: boolean },
): Promise<void> {
  const { user, newEmail, redirectTo, pkce } = change;
  await requestEmailChange(tx, user.id, newEmail);
  const common = { userId: user.id, redirectTo, pkce, newEmail };
  await enqueueMailCode(tx, deps, { ...common, purpose: "email_change_new", email: newEmail });
  if (deps.settings.doubleConfirm && user.email) {
    await enqueueMailCode(tx, deps, { ...common, purpose: "email_change_current", email: user.email });
  }
}
