/** auth.mfa_factors: second factors. A factor counts once it has been verified. */
import type { Sql, TransactionSql } from "#backend/core/database/database.ts";

export interface Factor {
  id: string;
  user_id: string;
  friendly_name: string | null;
  factor_type: "totp" | "phone" | "webauthn";
  status: "unverified" | "verified";
  phone: string | null;
  /** The TOTP secret in base 32. */
  secret: string | null;
  last_challenged_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** Oldest first. */
export async function listFactors(sql: Sql | TransactionSql, userId: string): Promise<Factor[]> {
  return sql<Factor[]>`select * from auth.mfa_factors where user_id = ${userId} order by created_at, id`;
}

/** The factors of several users. */
export async function listFactorsByUsers(sql: Sql, userIds: string[]): Promise<Factor[]> {
  return sql<
    Factor[]
  >`select * from auth.mfa_factors where user_id = any (${userIds}) order by created_at, id`;
}

/** Null also for a factor of another user. */
export async function findFactor(sql: Sql, id: string, userId: string): Promise<Factor | null> {
  const [factor] = await sql<Factor[]>`
    select * from auth.mfa_factors where id = ${id} and user_id = ${userId}`;
  return factor ?? null;
}

/** Locks the factor until this transaction ends. */
export async function lockFactor(tx: TransactionSql, id: string, userId: string): Promise<Factor | null> {
  const [factor] = await tx<Factor[]>`
    select * from auth.mfa_factors where id = ${id} and user_id = ${userId} for update`;
  return factor ?? null;
}

export async function insertFactor(
  tx: TransactionSql,
  factor: {
    id: string;
    userId: string;
    type: "totp" | "phone";
    friendlyName: string;
    secret: string | null;
    phone: string | null;
  },
): Promise<void> {
  await tx`
    insert into auth.mfa_factors (
      id, user_id, friendly_name, factor_type, status, secret, phone, created_at, updated_at
    ) values (
      ${factor.id}, ${factor.userId}, ${factor.friendlyName}, ${factor.type}, 'unverified', ${factor.secret},
      ${factor.phone}, now(), now()
    )`;
}

/** Uses clock_timestamp() instead of the transaction's time: no two factors get the same challenge time. */
export async function markChallenged(tx: TransactionSql, id: string): Promise<void> {
  await tx`update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = ${id}`;
}

export async function markVerified(tx: TransactionSql, id: string): Promise<void> {
  await tx`update auth.mfa_factors set status = 'verified', updated_at = now() where id = ${id}`;
}

export async function renameFactor(tx: TransactionSql, id: string, friendlyName: string): Promise<void> {
  await tx`update auth.mfa_factors set friendly_name = ${friendlyName}, updated_at = now() where id = ${id}`;
}

export async function deleteFactor(tx: TransactionSql, id: string): Promise<void> {
  await tx`delete from auth.mfa_factors where id = ${id}`;
}

export async function deleteUnverifiedFactors(tx: TransactionSql, userId: string): Promise<void> {
  await tx`delete from auth.mfa_factors where user_id = ${userId} and status = 'unverified'`;
}
