/** auth.users: the accounts. Addresses are compared in lower case; single sign-on accounts may share theirs. */
import type { Sql, TransactionSql } from "../../core/database.ts";
import type { JsonObject } from "../body.ts";

export interface User {
  id: string;
  aud: string | null;
  role: string | null;
  email: string | null;
  encrypted_password: string | null;
  email_confirmed_at: Date | null;
  invited_at: Date | null;
  phone: string | null;
  phone_confirmed_at: Date | null;
  confirmation_sent_at: Date | null;
  confirmed_at: Date | null;
  recovery_sent_at: Date | null;
  email_change: string | null;
  email_change_sent_at: Date | null;
  phone_change: string | null;
  phone_change_sent_at: Date | null;
  reauthentication_sent_at: Date | null;
  last_sign_in_at: Date | null;
  raw_app_meta_data: JsonObject | null;
  raw_user_meta_data: JsonObject | null;
  created_at: Date | null;
  updated_at: Date | null;
  banned_until: Date | null;
  is_sso_user: boolean;
  is_anonymous: boolean;
}

export interface NewUser {
  id: string;
  email: string;
  passwordHash: string;
  appMetadata: JsonObject;
  userMetadata: JsonObject;
  confirmed: boolean;
}

/** Deleted accounts count as absent. */
export async function findUserByEmail(sql: Sql, email: string): Promise<User | null> {
  const [user] = await sql<User[]>`
    select * from auth.users
    where lower(email) = ${email.toLowerCase()} and is_sso_user = false and deleted_at is null`;
  return user ?? null;
}

/** Deleted accounts count as absent. */
export async function findUserById(sql: Sql | TransactionSql, id: string): Promise<User | null> {
  const [user] = await sql<User[]>`select * from auth.users where id = ${id} and deleted_at is null`;
  return user ?? null;
}

/** `instance_id` is the zero uuid on every hosted project; some migrations filter by it. */
export async function insertUser(sql: TransactionSql, user: NewUser): Promise<void> {
  await sql`
    insert into auth.users (
      instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data,
      raw_user_meta_data, confirmation_token, recovery_token, email_change_token_new, email_change,
      created_at, updated_at
    ) values (
      '00000000-0000-0000-0000-000000000000', ${user.id}, 'authenticated', 'authenticated', ${user.email},
      ${user.passwordHash}, ${user.confirmed ? sql`now()` : null}, ${sql.json(user.appMetadata)},
      ${sql.json(user.userMetadata)}, '', '', '', '', now(), now()
    )`;
}

export async function updateLastSignIn(sql: TransactionSql, id: string): Promise<void> {
  await sql`update auth.users set last_sign_in_at = now(), updated_at = now() where id = ${id}`;
}

export async function updatePassword(sql: TransactionSql, id: string, passwordHash: string): Promise<void> {
  await sql`
    update auth.users set encrypted_password = ${passwordHash}, updated_at = now() where id = ${id}`;
}

export async function updateEmail(sql: TransactionSql, id: string, email: string): Promise<void> {
  await sql`
    update auth.users
    set email = ${email}, email_confirmed_at = coalesce(email_confirmed_at, now()), email_change = '',
      updated_at = now()
    where id = ${id}`;
}

/** Sets the given keys and removes those given as null, in one statement: two tabs lose nothing. */
export async function mergeUserMetadata(sql: TransactionSql, id: string, data: JsonObject): Promise<void> {
  const entries = Object.entries(data);
  const kept = Object.fromEntries(entries.filter(([, value]) => value !== null));
  const removed = entries.filter(([, value]) => value === null).map(([key]) => key);
  await sql`
    update auth.users
    set raw_user_meta_data = (coalesce(raw_user_meta_data, '{}') || ${sql.json(kept)}) - ${removed}::text[],
      updated_at = now()
    where id = ${id}`;
}
