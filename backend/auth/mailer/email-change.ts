/** The mails of a change of address: to the new one, and to the old one where both have to agree. */
import type { TransactionSql } from "../../core/database.ts";
import type { AuthDeps } from "../endpoint.ts";
import { requestEmailChange, type User } from "../models/user.ts";
import { mailCode } from "./codes.ts";

export async function mailEmailChange(
  tx: TransactionSql,
  deps: AuthDeps,
  change: { user: User; newEmail: string; redirectTo: string; pkce: boolean },
): Promise<void> {
  const { user, newEmail, redirectTo, pkce } = change;
  await requestEmailChange(tx, user.id, newEmail);
  const common = { userId: user.id, redirectTo, pkce, newEmail };
  await mailCode(tx, deps, { ...common, purpose: "email_change_new", email: newEmail });
  if (deps.settings.doubleConfirm && user.email) {
    await mailCode(tx, deps, { ...common, purpose: "email_change_current", email: user.email });
  }
}
