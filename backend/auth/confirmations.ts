/**
 * Applies a confirmed code or link to its account. A token is consumed by deleting it. What it confirms depends
 * on its type, and its lifetime on the channel that it was sent by.
 */
import type { TransactionSql } from "#backend/core/database.ts";
import { mapUserWriteErrors } from "./accounts.ts";
import type { AuthDeps } from "./endpoint.ts";
import { AuthError } from "./errors.ts";
import { upsertLocalIdentity, verifyLocalIdentity } from "./models/identity.ts";
import {
  consumeOneTimeToken,
  deleteOneTimeTokens,
  type OneTimeToken,
  type TokenType,
} from "./models/one-time-token.ts";
import {
  confirmEmail,
  confirmPhone,
  isBanned,
  lockUser,
  recordFirstEmailConfirmation,
  removePassword,
  setConfirmedEmail,
  setConfirmedPhone,
  syncProviderMetadata,
  type User,
} from "./models/user.ts";

export type VerifyType =
  | "signup"
  | "invite"
  | "recovery"
  | "magiclink"
  | "email"
  | "email_change"
  | "sms"
  | "phone_change";

const TOKEN_TYPES: Record<VerifyType, TokenType[]> = {
  signup: ["confirmation_token"],
  invite: ["confirmation_token"],
  recovery: ["recovery_token"],
  magiclink: ["recovery_token"],
  email: ["confirmation_token", "recovery_token"],
  email_change: ["email_change_token_current", "email_change_token_new"],
  sms: ["confirmation_token"],
  phone_change: ["phone_change_token"],
};

export function isVerifyType(type: string): type is VerifyType {
  return Object.hasOwn(TOKEN_TYPES, type);
}

export function isPhoneType(type: VerifyType): boolean {
  return type === "sms" || type === "phone_change";
}

/**
 * The account that a code opened, or `partial` when one of two addresses has confirmed and the other is still
 * pending.
 */
export type Confirmation = { kind: "complete"; userId: string } | { kind: "partial" };

/**
 * Throws otp_expired with the given message, or user_banned.
 * @param hashes the hashes of the presented code or link
 */
export async function confirmToken(
  tx: TransactionSql,
  deps: AuthDeps,
  { type, hashes, failure }: { type: VerifyType; hashes: string[]; failure: string },
): Promise<Confirmation> {
  const token = await consumeOneTimeToken(tx, hashes, TOKEN_TYPES[type]);
  const { smsCodeSeconds, emailCodeSeconds } = deps.settings;
  const lifetimeSeconds = isPhoneType(type) ? smsCodeSeconds : emailCodeSeconds;
  const user = token && token.age_seconds <= lifetimeSeconds ? await lockUser(tx, token.user_id) : null;
  if (!token || !user) throw new AuthError(403, "otp_expired", failure);
  if (isBanned(user)) throw new AuthError(403, "user_banned", "User is banned");
  const isComplete = await mapUserWriteErrors("Error confirming user", () =>
    applyConfirmation(tx, deps, user, token),
  );
  if (!isComplete) return { kind: "partial" };
  await syncProviderMetadata(tx, user.id);
  return { kind: "complete", userId: user.id };
}

/** Returns false when another confirmation is still pending. */
async function applyConfirmation(
  tx: TransactionSql,
  deps: AuthDeps,
  user: User,
  token: OneTimeToken,
): Promise<boolean> {
  switch (token.token_type) {
    case "confirmation_token":
      if (token.relates_to === user.phone) await applyPhone(tx, user);
      else await applyEmail(tx, user);
      return true;
    case "recovery_token":
      // A password chosen before the owner of the address confirmed it may be a stranger's: it must not open
      // what is now the owner's account.
      if (!user.confirmed_at && user.encrypted_password) await removePassword(tx, user.id);
      await applyEmail(tx, user);
      return true;
    case "email_change_token_current":
    case "email_change_token_new": {
      const needsBoth = deps.settings.doubleConfirm && user.email && user.email_change_confirm_status === 0;
      if (!needsBoth) await applyEmailChange(tx, user);
      else await recordFirstEmailConfirmation(tx, user.id);
      return !needsBoth;
    }
    case "phone_change_token":
      await applyPhoneChange(tx, user.id, token.relates_to);
      return true;
    case "reauthentication_token":
      return true;
  }
}

async function applyEmail(tx: TransactionSql, user: User): Promise<void> {
  if (user.email_confirmed_at) return;
  await confirmEmail(tx, user.id);
  await verifyLocalIdentity(tx, user.id, "email");
}

async function applyPhone(tx: TransactionSql, user: User): Promise<void> {
  if (user.phone_confirmed_at) return;
  await confirmPhone(tx, user.id);
  await verifyLocalIdentity(tx, user.id, "phone");
}

async function applyEmailChange(tx: TransactionSql, user: User): Promise<void> {
  await applyNewEmail(tx, user.id, user.email_change ?? "");
  await deleteOneTimeTokens(tx, user.id, ["email_change_token_current", "email_change_token_new"]);
}

/** Sets the account's e-mail address as confirmed and as a sign-in identity. */
export async function applyNewEmail(tx: TransactionSql, userId: string, email: string): Promise<void> {
  await setConfirmedEmail(tx, userId, email);
  await upsertLocalIdentity(tx, userId, "email", { email, email_verified: true });
}

/** Sets the account's phone number as confirmed and as a sign-in identity. */
export async function applyPhoneChange(tx: TransactionSql, userId: string, phone: string): Promise<void> {
  await setConfirmedPhone(tx, userId, phone);
  await upsertLocalIdentity(tx, userId, "phone", { phone, phone_verified: true });
}
