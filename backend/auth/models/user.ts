/**
 * auth.users: the accounts. Addresses are compared in lower case. Single sign-on accounts may share an
 * address.
 */

import type { Sql, TransactionSql } from "#backend/core/database/database.ts";
import { type JsonObject, jsonObjectColumn } from "#backend/core/values/json.ts";

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
  /** 1 once one of two addresses has confirmed. */
  email_change_confirm_status: number | null;
  phone_change: string | null;
  phone_change_sent_at: Date | null;
  reauthentication_sent_at: Date | null;
  last_sign_in_at: Date | null;
  raw_app_meta_data: JsonObject | null;
  raw_user_meta_data: JsonObject | null;
  created_at: Date | null;
  updated_at: Date | null;
  banned_until: Date | null;
  deleted_at: Date | null;
  is_sso_user: boolean;
  is_anonymous: boolean;
}

/** A row as the driver returns it. */
type UserRow = Omit<User, "raw_app_meta_data" | "raw_user_meta_data"> &
  Record<"raw_app_meta_data" | "raw_user_meta_data", unknown>;

function toUser(row: UserRow): User {
  return {
    ...row,
    raw_app_meta_data: jsonObjectColumn.parse(row.raw_app_meta_data),
    raw_user_meta_data: jsonObjectColumn.parse(row.raw_user_meta_data),
  };
}

/** Whether the account may not sign in now. */
export function isBanned({ banned_until: until }: Pick<User, "banned_until">): boolean {
  return until !== null && until.getTime() > Date.now();
}

export interface NewUser {
  id: string;
  email: string | null;
  phone: string | null;
  passwordHash: string | null;
  appMetadata: JsonObject;
  userMetadata: JsonObject;
  emailConfirmed: boolean;
  phoneConfirmed: boolean;
  isAnonymous: boolean;
  role: string;
}

/** The columns with the time of the last sent code of each kind. */
export type SentAtColumn =
  | "confirmation_sent_at"
  | "recovery_sent_at"
  | "email_change_sent_at"
  | "phone_change_sent_at"
  | "reauthentication_sent_at"
  | "invited_at";

/** Deleted accounts count as absent. */
export async function findUserByEmail(sql: Sql | TransactionSql, email: string): Promise<User | null> {
  const [user] = await sql<UserRow[]>`
    select * from auth.users
    where lower(email) = ${email.toLowerCase()} and is_sso_user = false and deleted_at is null`;
  return user ? toUser(user) : null;
}

/** Deleted accounts count as absent. */
export async function findUserByPhone(sql: Sql | TransactionSql, phone: string): Promise<User | null> {
  const [user] = await sql<UserRow[]>`
    select * from auth.users where phone = ${phone} and is_sso_user = false and deleted_at is null`;
  return user ? toUser(user) : null;
}

/** The newest account whose change to this number is not confirmed yet. */
export async function findUserByPhoneChange(sql: Sql, phone: string): Promise<User | null> {
  const [user] = await sql<UserRow[]>`
    select * from auth.users where phone_change = ${phone} and phone_change <> '' and deleted_at is null
    order by phone_change_sent_at desc limit 1`;
  return user ? toUser(user) : null;
}

/** Includes deleted accounts. */
export async function findUserIncludingDeleted(sql: Sql | TransactionSql, id: string): Promise<User | null> {
  const [user] = await sql<UserRow[]>`select * from auth.users where id = ${id}`;
  return user ? toUser(user) : null;
}

/** Newest first. @param filter part of an address, of a number, or of a name in the metadata */
export async function listUsers(
  sql: Sql,
  { filter, limit, offset }: { filter: string | null; limit: number; offset: number },
): Promise<User[]> {
  const rows = await sql<UserRow[]>`
    select * from auth.users where deleted_at is null and ${matchFilter(sql, filter)}
    order by created_at desc, id limit ${limit} offset ${offset}`;
  return rows.map(toUser);
}

export async function countUsers(sql: Sql, filter: string | null): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int from auth.users where deleted_at is null and ${matchFilter(sql, filter)}`;
  return row?.count ?? 0;
}

function matchFilter(sql: Sql, filter: string | null) {
  if (filter === null) return sql`true`;
  return sql`(
    strpos(lower(concat_ws(chr(10), email, phone, raw_user_meta_data ->> 'full_name')), lower(${filter})) > 0
  )`;
}

/** Deleted accounts count as absent. */
export async function findUserById(sql: Sql | TransactionSql, id: string): Promise<User | null> {
  const [user] = await sql<UserRow[]>`select * from auth.users where id = ${id} and deleted_at is null`;
  return user ? toUser(user) : null;
}

/** Locks the account. Deleted accounts count as absent. */
export async function lockUser(tx: TransactionSql, id: string): Promise<User | null> {
  const [user] = await tx<UserRow[]>`
    select * from auth.users where id = ${id} and deleted_at is null for update`;
  return user ? toUser(user) : null;
}

/** Includes softly deleted accounts. */
export async function lockUserIncludingDeleted(tx: TransactionSql, id: string): Promise<User | null> {
  const [user] = await tx<UserRow[]>`select * from auth.users where id = ${id} for update`;
  return user ? toUser(user) : null;
}

/** `instance_id` is the zero uuid on every hosted project; some migrations filter by it. */
export async function insertUser(sql: TransactionSql, user: NewUser): Promise<void> {
  await sql`
    insert into auth.users (
      instance_id, id, aud, role, email, phone, encrypted_password, email_confirmed_at, phone_confirmed_at,
      raw_app_meta_data, raw_user_meta_data, is_anonymous, confirmation_token, recovery_token,
      email_change_token_new, email_change, created_at, updated_at
    ) values (
      '00000000-0000-0000-0000-000000000000', ${user.id}, 'authenticated', ${user.role}, ${user.email},
      ${user.phone}, ${user.passwordHash}, ${user.emailConfirmed ? sql`now()` : null},
      ${user.phoneConfirmed ? sql`now()` : null}, ${sql.json(user.appMetadata)},
      ${sql.json(user.userMetadata)}, ${user.isAnonymous}, '', '', '', '', now(), now()
    )`;
}

export async function markSent(tx: TransactionSql, id: string, column: SentAtColumn): Promise<void> {
  await tx`update auth.users set ${tx(column)} = now(), updated_at = now() where id = ${id}`;
}

/** Also sets the flag in the metadata, where clients read it. */
export async function confirmEmail(tx: TransactionSql, id: string): Promise<void> {
  await tx`
    update auth.users
    set email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now(),
      raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}'
    where id = ${id}`;
}

export async function confirmPhone(tx: TransactionSql, id: string): Promise<void> {
  await tx`
    update auth.users set phone_confirmed_at = now(), updated_at = now()
    where id = ${id}`;
}

export async function removePassword(tx: TransactionSql, id: string): Promise<void> {
  await tx`update auth.users set encrypted_password = null, updated_at = now() where id = ${id}`;
}

/** Removes every sign-in method of the account. The account and its data stay. */
export async function revokeUserCredentials(tx: TransactionSql, id: string): Promise<void> {
  await tx`delete from auth.sessions where user_id = ${id}`;
  await tx`delete from auth.identities where user_id = ${id}`;
  await tx`delete from auth.mfa_factors where user_id = ${id}`;
  await tx`delete from auth.one_time_tokens where user_id = ${id}`;
  await tx`
    delete from auth.flow_state where linking_target_id = ${id} or (user_id = ${id} and auth_code is not null)`;
  await tx`
    update auth.users
    set encrypted_password = null, phone = null, phone_confirmed_at = null, phone_change = '', email_change = '',
      updated_at = now()
    where id = ${id}`;
}

/** Stores an address that is not confirmed yet. */
export async function requestEmailChange(tx: TransactionSql, id: string, email: string): Promise<void> {
  await tx`
    update auth.users
    set email_change = ${email}, email_change_confirm_status = 0, email_change_sent_at = now(), updated_at = now()
    where id = ${id}`;
}

/** Records that one of two addresses has confirmed the change. */
export async function recordFirstEmailConfirmation(tx: TransactionSql, id: string): Promise<void> {
  await tx`update auth.users set email_change_confirm_status = 1, updated_at = now() where id = ${id}`;
}

export async function requestPhoneChange(tx: TransactionSql, id: string, phone: string): Promise<void> {
  await tx`
    update auth.users set phone_change = ${phone}, phone_change_sent_at = now(), updated_at = now()
    where id = ${id}`;
}

/** Confirms the number. An anonymous account is no longer anonymous. */
export async function setConfirmedPhone(tx: TransactionSql, id: string, phone: string): Promise<void> {
  await tx`
    update auth.users
    set phone = ${phone}, phone_confirmed_at = now(), phone_change = '', is_anonymous = false, updated_at = now()
    where id = ${id}`;
}

export async function removePhone(tx: TransactionSql, id: string): Promise<void> {
  await tx`update auth.users set phone = null, phone_confirmed_at = null, updated_at = now() where id = ${id}`;
}

/** Sets another verified address, or none. */
export async function replaceEmail(tx: TransactionSql, id: string, email: string | null): Promise<void> {
  await tx`
    update auth.users
    set email = ${email}, email_confirmed_at = case when ${email !== null} then now() end, updated_at = now()
    where id = ${id}`;
}

/** Writes the account's providers to its metadata, oldest first. */
export async function syncProviderMetadata(tx: TransactionSql, id: string): Promise<void> {
  await tx`
    update auth.users u
    set raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || p.metadata
    from (
      select jsonb_build_object(
        'provider', (array_agg(provider order by first_at))[1], 'providers', jsonb_agg(provider order by first_at)
      ) as metadata
      from (
        select provider, min(created_at) as first_at from auth.identities where user_id = ${id} group by provider
      ) as used
    ) p
    where u.id = ${id} and p.metadata ->> 'provider' is not null`;
}

export async function updateLastSignIn(sql: TransactionSql, id: string): Promise<void> {
  await sql`update auth.users set last_sign_in_at = now(), updated_at = now() where id = ${id}`;
}

export async function updatePassword(sql: TransactionSql, id: string, passwordHash: string): Promise<void> {
  await sql`
    update auth.users set encrypted_password = ${passwordHash}, updated_at = now() where id = ${id}`;
}

/**
 * Replaces the password whose hash the caller has looked at; false when another request has changed it since.
 */
export async function replacePassword(
  sql: TransactionSql,
  { id, encrypted_password: seen }: User,
  passwordHash: string,
): Promise<boolean> {
  const replaced = await sql`
    update auth.users set encrypted_password = ${passwordHash}, updated_at = now()
    where id = ${id} and coalesce(encrypted_password, '') = ${seen ?? ""}
    returning 1`;
  return replaced.length > 0;
}

/** Confirms the address. An anonymous account is no longer anonymous. */
export async function setConfirmedEmail(sql: TransactionSql, id: string, email: string): Promise<void> {
  await sql`
    update auth.users
    set email = ${email}, email_confirmed_at = coalesce(email_confirmed_at, now()), email_change = '',
      email_change_confirm_status = 0, is_anonymous = false, updated_at = now()
    where id = ${id}`;
}

/** Sets an unconfirmed address. */
export async function setUnconfirmedEmail(tx: TransactionSql, id: string, email: string): Promise<void> {
  await tx`
    update auth.users set email = ${email}, email_confirmed_at = null, email_change = '', updated_at = now()
    where id = ${id}`;
}

/** Sets an unconfirmed number. */
export async function setUnconfirmedPhone(tx: TransactionSql, id: string, phone: string): Promise<void> {
  await tx`
    update auth.users set phone = ${phone}, phone_confirmed_at = null, phone_change = '', updated_at = now()
    where id = ${id}`;
}

export async function setRole(tx: TransactionSql, id: string, role: string): Promise<void> {
  await tx`update auth.users set role = ${role}, updated_at = now() where id = ${id}`;
}

/** Null lifts it. */
export async function setBan(tx: TransactionSql, id: string, until: Date | null): Promise<void> {
  await tx`update auth.users set banned_until = ${until}, updated_at = now() where id = ${id}`;
}

export async function deleteUser(tx: TransactionSql, id: string): Promise<void> {
  await tx`delete from auth.users where id = ${id}`;
}

/** Keeps the row, without anything that identifies its owner or signs in to it. */
export async function anonymizeUser(
  tx: TransactionSql,
  id: string,
  { email, phone }: { email: string | null; phone: string | null },
): Promise<void> {
  await tx`delete from auth.mfa_factors where user_id = ${id}`;
  await tx`delete from auth.one_time_tokens where user_id = ${id}`;
  await tx`
    update auth.users
    set email = ${email}, phone = ${phone}, encrypted_password = null, email_change = '', phone_change = '',
      raw_user_meta_data = '{}', raw_app_meta_data = '{}', deleted_at = now(), updated_at = now()
    where id = ${id}`;
}

/**
 * Sets the given keys and removes the null ones in one statement, so that two tabs do not overwrite each
 * other.
 */
export function mergeUserMetadata(tx: TransactionSql, id: string, data: JsonObject): Promise<void> {
  return mergeMetadata(tx, id, "raw_user_meta_data", data);
}

/** The same for app metadata, which only administrators write. */
export function mergeAppMetadata(tx: TransactionSql, id: string, data: JsonObject): Promise<void> {
  return mergeMetadata(tx, id, "raw_app_meta_data", data);
}

async function mergeMetadata(
  tx: TransactionSql,
  id: string,
  column: "raw_user_meta_data" | "raw_app_meta_data",
  data: JsonObject,
): Promise<void> {
  const entries = Object.entries(data);
  const assigned = Object.fromEntries(entries.filter(([, value]) => value !== null));
  const removed = entries.filter(([, value]) => value === null).map(([key]) => key);
  await tx`
    update auth.users
    set ${tx(column)} = (coalesce(${tx(column)}, '{}') || ${tx.json(assigned)}) - ${removed}::text[], updated_at = now()
    where id = ${id}`;
}
