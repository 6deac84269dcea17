/**
 * auth.identities: the sign-in identities of an account. Signing up by e-mail creates one whose provider id
 * is the user's id.
 */

import type { Sql, TransactionSql } from "#backend/core/database/database.ts";
import { type JsonObject, jsonObjectColumn } from "#backend/core/values/json.ts";

export interface Identity {
  id: string;
  provider_id: string;
  user_id: string;
  identity_data: JsonObject;
  provider: string;
  last_sign_in_at: Date | null;
  created_at: Date | null;
  updated_at: Date | null;
  email: string | null;
}

/** A row as the driver returns it. */
type IdentityRow = Omit<Identity, "identity_data"> & { identity_data: unknown };

function toIdentity(row: IdentityRow): Identity {
  return { ...row, identity_data: jsonObjectColumn.parse(row.identity_data) ?? {} };
}

/** Oldest first. */
export async function listIdentities(sql: Sql | TransactionSql, userId: string): Promise<Identity[]> {
  const rows = await sql<IdentityRow[]>`
    select * from auth.identities where user_id = ${userId} order by created_at, id`;
  return rows.map(toIdentity);
}

/** The identities of several users. */
export async function listIdentitiesByUsers(sql: Sql, userIds: string[]): Promise<Identity[]> {
  const rows = await sql<IdentityRow[]>`
    select * from auth.identities where user_id = any (${userIds}) order by created_at, id`;
  return rows.map(toIdentity);
}

/** Replaces everything that identifies the owner. */
export async function anonymizeIdentity(tx: TransactionSql, id: string, providerId: string): Promise<void> {
  await tx`
    update auth.identities set provider_id = ${providerId}, identity_data = '{}', updated_at = now()
    where id = ${id}`;
}

interface NewIdentity {
  userId: string;
  provider: string;
  /** The provider's id of the account. */
  providerId: string;
  data: JsonObject;
}

export async function insertIdentity(sql: TransactionSql, identity: NewIdentity): Promise<void> {
  await sql`
    insert into auth.identities (
      provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at
    ) values (
      ${identity.providerId}, ${identity.userId}, ${sql.json(identity.data)}, ${identity.provider}, now(), now(), now()
    )`;
}

export async function findIdentity(
  tx: TransactionSql,
  provider: string,
  providerId: string,
): Promise<Identity | null> {
  const [identity] = await tx<IdentityRow[]>`
    select i.* from auth.identities i join auth.users u on u.id = i.user_id
    where i.provider = ${provider} and i.provider_id = ${providerId} and u.deleted_at is null`;
  return identity ? toIdentity(identity) : null;
}

/** Stores the provider's current data. */
export async function updateIdentity(tx: TransactionSql, id: string, data: JsonObject): Promise<void> {
  await tx`
    update auth.identities
    set identity_data = identity_data || ${tx.json(data)}, last_sign_in_at = now(), updated_at = now()
    where id = ${id}`;
}

export async function deleteIdentity(tx: TransactionSql, id: string): Promise<void> {
  await tx`delete from auth.identities where id = ${id}`;
}

/**
 * Whether ownership of this address has been proven, to this service or to a provider that vouches for it.
 */
export function isVerifiedFor({ email, identity_data: data }: Identity, address: string): boolean {
  return email === address && data.email_verified === true;
}

/** Whether the account's owner has proved, here or to a provider, that the account's address is theirs. */
export async function isEmailProven(
  sql: Sql | TransactionSql,
  { id, email }: { id: string; email: string | null },
): Promise<boolean> {
  const rows = await sql`
    select from auth.identities
    where user_id = ${id} and email = ${(email ?? "").toLowerCase()}
      and identity_data -> 'email_verified' = 'true'::jsonb`;
  return rows.length > 0;
}

/**
 * The accounts that have this address, or a verified identity with it. Single sign-on accounts are excluded.
 */
export async function listUserIdsByEmail(tx: TransactionSql, email: string): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select u.id from auth.users u
    where lower(u.email) = ${email} and u.is_sso_user = false and u.deleted_at is null
    union
    select u.id from auth.identities i join auth.users u on u.id = i.user_id
    where i.email = ${email} and i.identity_data -> 'email_verified' = 'true'::jsonb
      and u.is_sso_user = false and u.deleted_at is null`;
  return rows.map(({ id }) => id);
}

/** Merges data into the user's e-mail or phone identity, which is created when it is missing. */
export async function upsertLocalIdentity(
  sql: TransactionSql,
  userId: string,
  provider: "email" | "phone",
  data: JsonObject,
): Promise<void> {
  const identityData = { sub: userId, email_verified: false, phone_verified: false, ...data };
  await sql`
    insert into auth.identities as i (
      provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at
    ) values (${userId}, ${userId}, ${sql.json(identityData)}, ${provider}, now(), now(), now())
    on conflict (provider_id, provider) do update
    set identity_data = i.identity_data || ${sql.json(data)}, updated_at = now()`;
}

/** Marks the address or number in the user's e-mail or phone identity as verified. */
export async function verifyLocalIdentity(
  sql: TransactionSql,
  userId: string,
  provider: "email" | "phone",
): Promise<void> {
  const verified = provider === "email" ? { email_verified: true } : { phone_verified: true };
  await sql`
    update auth.identities
    set identity_data = identity_data || ${sql.json(verified)}, updated_at = now()
    where user_id = ${userId} and provider = ${provider}`;
}
