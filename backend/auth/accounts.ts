/**
 * Creates and changes accounts. The shop's own triggers on auth.users may reject a write: their message goes
 * to the log, and the response is Supabase Auth's "Database error saving new user".
 */

import { randomUUID } from "node:crypto";
import postgres from "postgres";
import type { Sql, TransactionSql } from "#backend/core/database/database.ts";
import {
  DEADLOCK_DETECTED,
  SERIALIZATION_FAILURE,
  UNIQUE_VIOLATION,
} from "#backend/core/database/sqlstates.ts";
import type { JsonObject } from "#backend/core/values/json.ts";
import type { AuthSettings } from "./config.ts";
import { parseEmail } from "./email-address.ts";
import { AuthError } from "./errors.ts";
import { upsertLocalIdentity } from "./models/identity.ts";
import { insertUser } from "./models/user.ts";
import { checkNewPassword, type PasswordRules, withAdminLength } from "./passwords/password-rules.ts";
import { hashPassword } from "./passwords/passwords.ts";

/** Fields left out are absent: no address, no password, nothing confirmed. */
export interface NewAccount {
  id?: string;
  email?: string;
  phone?: string;
  passwordHash?: string | null;
  data?: JsonObject;
  appMetadata?: JsonObject;
  emailConfirmed?: boolean;
  phoneConfirmed?: boolean;
  /** Whether an operator or administrator vouches for the confirmed address: it then counts as proven. */
  isVouchedFor?: boolean;
  isAnonymous?: boolean;
  role?: string;
  /** Whether the e-mail address and the phone number are sign-in identities. True unless set to false. */
  localIdentities?: boolean;
}

/** Committed by another transaction: a retry of the request succeeds. */
const CONFLICTS: readonly string[] = [SERIALIZATION_FAILURE, DEADLOCK_DETECTED];
const EMAIL_INDEXES = ["users_email_partial_key", "users_email_lower_key"];

/** Throws signup_disabled. */
export function checkSignupEnabled({ signupEnabled }: Pick<AuthSettings, "signupEnabled">): void {
  if (!signupEnabled) throw new AuthError(422, "signup_disabled", "Signups not allowed for this instance");
}

/**
 * Creates an identity for the e-mail address and one for the phone number. Resolves to the account's id.
 * Throws email_exists, phone_exists, or unexpected_failure when a trigger fails.
 */
export async function createAccount(tx: TransactionSql, account: NewAccount): Promise<string> {
  const {
    id = randomUUID(),
    email,
    phone,
    data = {},
    emailConfirmed = false,
    phoneConfirmed = false,
  } = account;
  const providers = [...(email ? ["email"] : []), ...(phone ? ["phone"] : [])];
  await mapUserWriteErrors("Database error saving new user", () =>
    insertUser(tx, {
      id,
      email: email ?? null,
      phone: phone ?? null,
      passwordHash: account.passwordHash ?? null,
      appMetadata: {
        ...(providers.length > 0 && { provider: providers[0], providers }),
        ...account.appMetadata,
      },
      userMetadata: email && emailConfirmed ? { ...data, email_verified: true } : data,
      emailConfirmed,
      phoneConfirmed,
      isAnonymous: account.isAnonymous ?? false,
      role: account.role ?? "authenticated",
    }),
  );
  if (account.localIdentities === false) return id;
  // Nothing in the metadata, which the caller of a sign-up chooses, stands for a proof.
  const own = { ...data, sub: id, email_verified: false, phone_verified: false };
  const isProven = emailConfirmed && account.isVouchedFor === true;
  if (email) await upsertLocalIdentity(tx, id, "email", { ...own, email, email_verified: isProven });
  if (phone) await upsertLocalIdentity(tx, id, "phone", { ...own, phone });
  return id;
}

/**
 * Runs a write to auth.users. Throws email_exists, phone_exists, or unexpected_failure with the given
 * message.
 */
export async function mapUserWriteErrors<T>(failure: string, save: () => Promise<T>): Promise<T> {
  try {
    return await save();
  } catch (error) {
    if (!(error instanceof postgres.PostgresError)) throw error;
    if (error.code === UNIQUE_VIOLATION) {
      const index = error.constraint_name ?? "";
      if (EMAIL_INDEXES.includes(index)) throw emailExists();
      if (index === "users_phone_key") throw phoneExists();
    }
    if (CONFLICTS.includes(error.code)) throw error;
    throw new AuthError(500, "unexpected_failure", failure, { cause: error });
  }
}

export function emailExists(): AuthError {
  return new AuthError(422, "email_exists", "A user with this email address has already been registered");
}

export function phoneExists(): AuthError {
  return new AuthError(422, "phone_exists", "A user with this phone number has already been registered");
}

/**
 * Creates an administrator's account for the application itself, without a request. A password chosen by a person
 * must satisfy the `rules`; a generated one is not checked. The operator vouches for the address. Throws an AuthError: email_exists, validation_failed or
 * weak_password.
 */
export async function createUser(
  sql: Sql,
  user: { email: string; password: string; data?: JsonObject; confirmed: boolean },
  rules?: PasswordRules,
): Promise<{ id: string }> {
  const email = parseEmail(user.email);
  if (rules) await checkNewPassword(user.password, withAdminLength(rules));
  const passwordHash = await hashPassword(user.password);
  const account = {
    email,
    passwordHash,
    data: user.data,
    emailConfirmed: user.confirmed,
    isVouchedFor: true,
  };
  return { id: await sql.begin((tx) => createAccount(tx, account)) };
}
