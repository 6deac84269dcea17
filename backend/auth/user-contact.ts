/**
 * A new address or number for an account: taken once a code came back. At once only where the settings trust numbers,
 * or, as with a sign-up, addresses: the first one of who had no name yet.
 */
import type { TransactionSql } from "../core/database.ts";
import { emailExists, phoneExists } from "./accounts.ts";
import { applyPhoneChange } from "./confirmations.ts";
import type { AuthDeps } from "./endpoint.ts";
import { AuthError } from "./errors.ts";
import { mailEmailChange } from "./mailer/email-change.ts";
import { beginMailFlow } from "./mailer/flows.ts";
import type { Challenge } from "./models/flow-state.ts";
import { saveOwnIdentity } from "./models/identity.ts";
import {
  findUserByEmail,
  findUserByPhone,
  refreshProviders,
  requestPhoneChange,
  type User,
  updateEmail,
} from "./models/user.ts";
import { spendMail, spendSms } from "./send-limits.ts";
import { issueSmsCode } from "./sms/codes.ts";

/** Throws email_exists, or that it comes too soon after the last. */
export async function checkNewEmail(deps: AuthDeps, user: User, email: string): Promise<void> {
  if (await findUserByEmail(deps.sql, email)) throw emailExists();
  if (!isTakenAtOnce(deps, user)) await spendMail(deps, "email_change", email);
}

function isTakenAtOnce({ settings }: AuthDeps, user: User): boolean {
  return settings.autoconfirm && user.is_anonymous;
}

/** Throws phone_exists, phone_provider_disabled, or that it comes too soon after the last. */
export async function checkNewPhone(deps: AuthDeps, phone: string): Promise<void> {
  if (!deps.settings.phoneEnabled) {
    throw new AuthError(422, "phone_provider_disabled", "Phone logins are disabled");
  }
  if (await findUserByPhone(deps.sql, phone)) throw phoneExists();
  if (!deps.settings.phoneAutoconfirm) await spendSms(deps, "phone_change", phone);
}

/** Both the change and the mails that it owes are in this transaction. */
export async function changeEmail(
  tx: TransactionSql,
  deps: AuthDeps,
  change: { user: User; newEmail: string; challenge: Challenge | null; redirectTo: string },
): Promise<void> {
  const { user, newEmail, challenge, redirectTo } = change;
  if (isTakenAtOnce(deps, user)) {
    // Taken as it comes, and so proven by nobody.
    await updateEmail(tx, user.id, newEmail);
    await saveOwnIdentity(tx, user.id, "email", { email: newEmail, email_verified: false });
    await refreshProviders(tx, user.id);
    return;
  }
  const pkce = await beginMailFlow(tx, user.id, challenge, "email_change");
  await mailEmailChange(tx, deps, { user, newEmail, redirectTo, pkce });
}

/** The code to send once the transaction is committed; null when none is needed. */
export async function changePhone(
  tx: TransactionSql,
  deps: AuthDeps,
  user: User,
  phone: string,
): Promise<string | null> {
  if (deps.settings.phoneAutoconfirm) {
    await applyPhoneChange(tx, user.id, phone);
    await refreshProviders(tx, user.id);
    return null;
  }
  await requestPhoneChange(tx, user.id, phone);
  return issueSmsCode(tx, deps, { userId: user.id, purpose: "phone_change", phone });
}
