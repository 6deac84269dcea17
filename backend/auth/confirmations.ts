/**
 * Applies a confirmed code or link to its account. A token is consumed by deleting it. What it confirms depends
 * on its type, and its lifetime on the channel that it was sent by.
 */
import type { Sql, TransactionSql } from "#backend/core/database/database.ts";
import { mapUserWriteErrors } from "./accounts.ts";
import type { AuthDeps } from "./endpoint.ts";
import { AuthError } from "./errors.ts";
import { recordEvent } from "./models/audit-log-entry.ts";
import { isEmailProven, upsertLocalIdentity, verifyLocalIdentity } from "./models/identity.ts";
import {
  consumeOneTimeToken,
  countWrongCode,
  deleteOneTimeTokens,
  type OneTimeToken,
  type TokenType,
} from "./models/one-time-token.ts";
import {
  confirmEmail,
  confirmPhone,
  isBanned,
  lockUser,
  mergeAppMetadata,
  recordFirstEmailConfirmation,
  removePassword,
  revokeUserCredentials,
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

/** A code or link as a client presents it. */
export interface PresentedToken {
  type: VerifyType;
  /** The hashes that it may be stored under. */
  hashes: string[];
  /** Whether a person typed it: six digits can be guessed, so they are valid for a shorter time and a few attempts. */
  isTyped: boolean;
  /** The message when it is not valid. */
  failure: string;
  /** The client's address. */
  ip: string;
}

/** Counts a wrong attempt at the codes of this type that were sent to a recipient. Call before `confirmToken`. */
export function countWrongAttempt(
  sql: Sql,
  recipient: string,
  hashes: string[],
  type: VerifyType,
): Promise<void> {
  return countWrongCode(sql, recipient, hashes, TOKEN_TYPES[type]);
}

/** Throws otp_expired with the given message, or user_banned. */
export async function confirmToken(
  tx: TransactionSql,
  deps: AuthDeps,
  { type, hashes, isTyped, failure, ip }: PresentedToken,
): Promise<Confirmation> {
  const token = await consumeOneTimeToken(tx, hashes, TOKEN_TYPES[type], isTyped);
  const { smsCodeSeconds, emailCodeSeconds, typedCodeSeconds } = deps.settings;
  const messageSeconds = isPhoneType(type) ? smsCodeSeconds : emailCodeSeconds;
  const lifetimeSeconds = isTyped ? Math.min(messageSeconds, typedCodeSeconds) : messageSeconds;
  const user = token && token.age_seconds <= lifetimeSeconds ? await lockUser(tx, token.user_id) : null;
  if (!token || !user) throw new AuthError(403, "otp_expired", failure);
  if (isBanned(user)) throw new AuthError(403, "user_banned", "User is banned", { actor: user });
  const isComplete = await mapUserWriteErrors("Error confirming user", () =>
    applyConfirmation(tx, deps, user, token, ip),
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
  ip: string,
): Promise<boolean> {
  switch (token.token_type) {
    case "confirmation_token":
      if (token.relates_to === user.phone) await applyPhone(tx, user);
      else await proveEmail(tx, deps, user, ip);
      return true;
    case "recovery_token":
      // A password chosen before the owner of the address confirmed it may be a stranger's: it must not open
      // what is now the owner's account.
      if (!user.confirmed_at && user.encrypted_password) await removePassword(tx, user.id);
      await proveEmail(tx, deps, user, ip);
      return true;
    case "email_change_token_current":
    case "email_change_token_new": {
      const needsBoth = deps.settings.doubleConfirm && user.email && user.email_change_confirm_status === 0;
      if (!needsBoth) await applyEmailChange(tx, user, ip);
      else await recordFirstEmailConfirmation(tx, user.id);
      return !needsBoth;
    }
    case "phone_change_token":
      await applyPhoneChange(tx, user.id, token.relates_to);
      await recordEvent(tx, { action: "user_modified", actor: user, ip, traits: { changed: "phone" } });
      return true;
    case "reauthentication_token":
      return true;
  }
}

/**
 * The owner of the address has just proved it. Where that is the first proof and somebody has signed in before, it
 * may have been a stranger who only claimed the address: whatever could open the account is removed, and the owner
 * is told. An account that nobody has signed in to has nothing but what created it.
 */
async function proveEmail(tx: TransactionSql, deps: AuthDeps, user: User, ip: string): Promise<void> {
  if (user.last_sign_in_at && !(await isEmailProven(tx, user))) {
    await revokeUserCredentials(tx, user.id);
    await upsertLocalIdentity(tx, user.id, "email", { email: user.email?.toLowerCase() ?? "" });
    // Whoever opened the link may not see what it removed. A stranger cannot cause this letter.
    if (user.email)
      await deps.enqueueMail(tx, {
        kind: "access_removed",
        recipient: user.email,
        link: deps.settings.siteUrl,
      });
    // Tells clients, in the account's app_metadata, and administrators.
    await mergeAppMetadata(tx, user.id, { credentials_revoked_at: new Date().toISOString() });
    await recordEvent(tx, { action: "credentials_revoked", actor: user, ip });
  }
  if (!user.email_confirmed_at) await confirmEmail(tx, user.id);
  await verifyLocalIdentity(tx, user.id, "email");
}

/** Each code proves the number again: what was proven long ago may be somebody else's number by now. */
async function applyPhone(tx: TransactionSql, user: User): Promise<void> {
  await confirmPhone(tx, user.id);
  await verifyLocalIdentity(tx, user.id, "phone");
}

async function applyEmailChange(tx: TransactionSql, user: User, ip: string): Promise<void> {
  await applyNewEmail(tx, user.id, user.email_change ?? "");
  await deleteOneTimeTokens(tx, user.id, ["email_change_token_current", "email_change_token_new"]);
  const traits = { changed: "email", from: user.email ?? "", to: user.email_change ?? "" };
  await recordEvent(tx, { action: "user_modified", actor: user, ip, traits });
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
