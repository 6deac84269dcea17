/**
 * Making and changing accounts, where the shop's own triggers on auth.users may refuse. What they say is for the
 * log: the answer is Supabase Auth's known "Database error saving new user".
 */
import { randomUUID } from "node:crypto";
import postgres from "postgres";
import type { Sql, TransactionSql } from "../core/database.ts";
import type { JsonObject } from "./body.ts";
import { parseEmail } from "./email-address.ts";
import { AuthError } from "./errors.ts";
import { insertEmailIdentity } from "./models/identity.ts";
import { insertUser } from "./models/user.ts";
import { fitsBcrypt, MAX_PASSWORD_BYTES } from "./password-rules.ts";
import { hashPassword } from "./passwords.ts";

export interface NewAccount {
  email: string;
  passwordHash: string;
  data: JsonObject;
  confirmed: boolean;
}

const UNIQUE_VIOLATION = "23505";
const EMAIL_INDEXES = ["users_email_partial_key", "users_email_lower_key"];

/** Resolves to the account's id. Throws email_exists, or unexpected_failure when a trigger fails. */
export async function createAccount(tx: TransactionSql, account: NewAccount): Promise<string> {
  const id = randomUUID();
  const { email, passwordHash, confirmed, data } = account;
  const userMetadata = confirmed ? { ...data, email_verified: true } : data;
  const appMetadata = { provider: "email", providers: ["email"] };
  await savingUser("Database error saving new user", () =>
    insertUser(tx, { id, email, passwordHash, appMetadata, userMetadata, confirmed }),
  );
  await insertEmailIdentity(tx, id, email, data);
  return id;
}

/** Runs a change of auth.users; throws email_exists, or unexpected_failure with this message. */
export async function savingUser<T>(failure: string, save: () => Promise<T>): Promise<T> {
  try {
    return await save();
  } catch (error) {
    if (!(error instanceof postgres.PostgresError)) throw error;
    if (error.code === UNIQUE_VIOLATION && EMAIL_INDEXES.includes(error.constraint_name ?? "")) {
      throw emailExists();
    }
    throw new AuthError(500, "unexpected_failure", failure, { cause: error });
  }
}

export function emailExists(): AuthError {
  return new AuthError(422, "email_exists", "A user with this email address has already been registered");
}

/**
 * An account made by the shop itself, without a request: its administrator. The address and the length of the
 * password are checked, its strength is not. Throws AuthError (email_exists, validation_failed).
 */
export async function createUser(
  sql: Sql,
  user: { email: string; password: string; data?: JsonObject; confirmed: boolean },
): Promise<{ id: string }> {
  const email = parseEmail(user.email);
  if (!fitsBcrypt(user.password)) {
    throw new AuthError(400, "validation_failed", `Password is longer than ${MAX_PASSWORD_BYTES} bytes`);
  }
  const passwordHash = await hashPassword(user.password);
  const account = { email, passwordHash, data: user.data ?? {}, confirmed: user.confirmed };
  return { id: await sql.begin((tx) => createAccount(tx, account)) };
}
