/**
 * Changes of an account's address or number, applied once a code is confirmed. They are applied immediately
 * only where the settings trust numbers, or, for the first address of an anonymous account, addresses.
 */
import { emailExists, phoneExists } from "#backend/auth/accounts.ts";
import { applyPhoneChange } from "#backend/auth/confirmations.ts";
import type { AuthDeps } from "#backend/auth/endpoint.ts";
import { AuthError } from "#backend/auth/errors.ts";
import { enqueueEmailChangeMails } from "#backend/auth/mailer/email-change.ts";
import { beginMailFlow } from "#backend/auth/mailer/flows.ts";
import type { Challenge } from "#backend/auth/models/flow-state.ts";
import { isEmailProven, upsertLocalIdentity } from "#backend/auth/models/identity.ts";
import {
  findUserByEmail,
  findUserByPhone,
  requestPhoneChange,
  setConfirmedEmail,
  syncProviderMetadata,
  type User,
} from "#backend/auth/models/user.ts";
import { consumeEmailChange, requireMail, requireSms, spendMail } from "#backend/auth/send-rate-limits.ts";
import { issueSmsCode } from "#backend/auth/sms/sms-codes.ts";
import type { TransactionSql } from "#backend/core/database/database.ts";

/**
 * Throws email_exists, or a rate limit error: of the account, of the new address, or of the old one, which gets a
 * mail too. @param ip the client's address
 */
export async function checkNewEmail(deps: AuthDeps, user: User, email: string, ip: string): Promise<void> {
  if (await findUserByEmail(deps.sql, email)) throw emailExists();
  if (isConfirmedImmediately(deps, user)) return;
  await consumeEmailChange(deps, user.id);
  const current = getNotifiedAddress(deps, user);
  if (current) {
    const isProven = await isEmailProven(deps.sql, user);
    await requireMail(deps, { purpose: "email_change_current", email: current, ip, isProven });
  }
  await requireMail(deps, { purpose: "email_change", email, ip, isProven: false });
}

/** For mails that are sent again: whether both may leave. */
export async function spendEmailChange(deps: AuthDeps, user: User, newEmail: string): Promise<boolean> {
  const current = getNotifiedAddress(deps, user);
  const isProven = await isEmailProven(deps.sql, user);
  const maySendCurrent =
    current === null ||
    (await spendMail(deps, { purpose: "email_change_current", email: current, isProven }));
  return maySendCurrent && spendMail(deps, { purpose: "email_change", email: newEmail, isProven: false });
}

/** The old address, where a change must be confirmed from it too. */
function getNotifiedAddress({ settings }: AuthDeps, { email }: User): string | null {
  return settings.doubleConfirm && email ? email.toLowerCase() : null;
}

function isConfirmedImmediately({ settings }: AuthDeps, user: User): boolean {
  return settings.autoconfirm && user.is_anonymous;
}

/**
 * Throws phone_exists, phone_provider_disabled, or a rate limit error when the last request is too recent.
 */
export async function checkNewPhone(deps: AuthDeps, phone: string, ip: string): Promise<void> {
  if (!deps.settings.phoneEnabled) {
    throw new AuthError(422, "phone_provider_disabled", "Phone logins are disabled");
  }
  if (await findUserByPhone(deps.sql, phone)) throw phoneExists();
  if (!deps.settings.phoneAutoconfirm)
    await requireSms(deps, { purpose: "phone_change", phone, ip, isProven: false });
}

/** Writes the change and queues its mails in this transaction. */
export async function changeEmail(
  tx: TransactionSql,
  deps: AuthDeps,
  change: { user: User; newEmail: string; challenge: Challenge | null; redirectTo: string },
): Promise<void> {
  const { user, newEmail, challenge, redirectTo } = change;
  if (isConfirmedImmediately(deps, user)) {
    // Applied without confirmation, so the address is not verified.
    await setConfirmedEmail(tx, user.id, newEmail);
    await upsertLocalIdentity(tx, user.id, "email", { email: newEmail, email_verified: false });
    await syncProviderMetadata(tx, user.id);
    return;
  }
  const pkce = await beginMailFlow(tx, user.id, challenge, "email_change");
  await enqueueEmailChangeMails(tx, deps, { user, newEmail, redirectTo, pkce });
}

/** The code to send after the transaction commits; null when none is needed. */
export async function changePhone(
  tx: TransactionSql,
  deps: AuthDeps,
  user: User,
  phone: string,
): Promise<string | null> {
  if (deps.settings.phoneAutoconfirm) {
    await applyPhoneChange(tx, user.id, phone);
    await syncProviderMetadata(tx, user.id);
    return null;
  }
  await requestPhoneChange(tx, user.id, phone);
  return issueSmsCode(tx, deps, { userId: user.id, purpose: "phone_change", phone });
}
