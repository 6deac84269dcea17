/**
 * What a code or link that comes back does to its account. Each token is spent by being taken out; what it confirms
 * depends on its type, and whether it is in time on what it was sent by.
 */
import type { TransactionSql } from "../core/database.ts";
import { savingUser } from "./accounts.ts";
import type { AuthDeps } from "./endpoint.ts";
import { AuthError } from "./errors.ts";
import { isBanned } from "./guards.ts";
import { saveOwnIdentity, verifyOwnIdentity } from "./models/identity.ts";
import {
  deleteOneTimeTokens,
  type OneTimeToken,
  type TokenType,
  takeOneTimeToken,
} from "./models/one-time-token.ts";
import {
  confirmEmail,
  confirmPhone,
  halfConfirmEmailChange,
  lockUser,
  refreshProviders,
  removePassword,
  type User,
  updateEmail,
  updatePhone,
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

const TOKENS_OF: Record<VerifyType, TokenType[]> = {
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
  return Object.hasOwn(TOKENS_OF, type);
}

export function isPhoneType(type: VerifyType): boolean {
  return type === "sms" || type === "phone_change";
}

/** The account that a code opened; or that one of two addresses has confirmed, and the other is awaited. */
export type Confirmation = { kind: "whole"; userId: string } | { kind: "half" };

/**
 * @param hashes of the code or link shown
 * Throws otp_expired with this message, or user_banned.
 */
export async function confirm(
  tx: TransactionSql,
  deps: AuthDeps,
  { type, hashes, failure }: { type: VerifyType; hashes: string[]; failure: string },
): Promise<Confirmation> {
  const token = await takeOneTimeToken(tx, hashes, TOKENS_OF[type]);
  const { smsCodeSeconds, emailCodeSeconds } = deps.settings;
  const life = isPhoneType(type) ? smsCodeSeconds : emailCodeSeconds;
  const user = token && token.age_seconds <= life ? await lockUser(tx, token.user_id) : null;
  if (!token || !user) throw new AuthError(403, "otp_expired", failure);
  if (isBanned(user.banned_until)) throw new AuthError(403, "user_banned", "User is banned");
  const isWhole = await savingUser("Error confirming user", () => apply(tx, deps, user, token));
  if (!isWhole) return { kind: "half" };
  await refreshProviders(tx, user.id);
  return { kind: "whole", userId: user.id };
}

/** False when another confirmation is awaited. */
async function apply(tx: TransactionSql, deps: AuthDeps, user: User, token: OneTimeToken): Promise<boolean> {
  switch (token.token_type) {
    case "confirmation_token":
      if (token.relates_to === user.phone) await applyPhone(tx, user);
      else await applyEmail(tx, user);
      return true;
    case "recovery_token":
      // Whoever signed up with this address before its owner confirmed it chose a password: it must not open what is
      // now the owner's.
      if (!user.confirmed_at && user.encrypted_password) await removePassword(tx, user.id);
      await applyEmail(tx, user);
      return true;
    case "email_change_token_current":
    case "email_change_token_new": {
      const needsBoth = deps.settings.doubleConfirm && user.email && user.email_change_confirm_status === 0;
      if (!needsBoth) await applyEmailChange(tx, user);
      else await halfConfirmEmailChange(tx, user.id);
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
  await verifyOwnIdentity(tx, user.id, "email");
}

async function applyPhone(tx: TransactionSql, user: User): Promise<void> {
  if (user.phone_confirmed_at) return;
  await confirmPhone(tx, user.id);
  await verifyOwnIdentity(tx, user.id, "phone");
}

async function applyEmailChange(tx: TransactionSql, user: User): Promise<void> {
  await applyNewEmail(tx, user.id, user.email_change ?? "");
  await deleteOneTimeTokens(tx, user.id, ["email_change_token_current", "email_change_token_new"]);
}

/** The account has this address from now on, confirmed, and can be opened by it. */
export async function applyNewEmail(tx: TransactionSql, userId: string, email: string): Promise<void> {
  await updateEmail(tx, userId, email);
  await saveOwnIdentity(tx, userId, "email", { email, email_verified: true });
}

/** The account has this number from now on, confirmed, and can be opened by it. */
export async function applyPhoneChange(tx: TransactionSql, userId: string, phone: string): Promise<void> {
  await updatePhone(tx, userId, phone);
  await saveOwnIdentity(tx, userId, "phone", { phone, phone_verified: true });
}
