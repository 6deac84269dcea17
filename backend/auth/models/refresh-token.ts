/**
 * auth.refresh_tokens: one row for each issued token. Using a token revokes it and creates a child, so that a
 * session has at most one active token.
 */
import { randomInt } from "node:crypto";
import type { TransactionSql } from "#backend/core/database/database.ts";

export interface RefreshToken {
  token: string;
  parent: string | null;
  revoked: boolean;
  /** Age since it was revoked, or since it was created while it is active. */
  age_seconds: number;
}

const ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789";
const LENGTH = 12;

export const TOKEN_PATTERN = /^[a-z0-9]{12}$/;

/** 62 random bits: not guessable. */
export function generateRefreshToken(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");
}

export async function findRefreshToken(sql: TransactionSql, token: string): Promise<RefreshToken | null> {
  const [row] = await sql<RefreshToken[]>`
    select token, nullif(parent, '') as parent, revoked,
      extract(epoch from clock_timestamp() - updated_at)::float8 as age_seconds
    from auth.refresh_tokens where token = ${token}`;
  return row ?? null;
}

export async function findActiveRefreshToken(
  sql: TransactionSql,
  sessionId: string,
): Promise<RefreshToken | null> {
  const [row] = await sql<RefreshToken[]>`
    select token, nullif(parent, '') as parent, revoked,
      extract(epoch from clock_timestamp() - updated_at)::float8 as age_seconds
    from auth.refresh_tokens where session_id = ${sessionId} and revoked = false
    order by id desc limit 1`;
  return row ?? null;
}

export async function insertRefreshToken(
  sql: TransactionSql,
  token: { token: string; parent: string | null; userId: string; sessionId: string },
): Promise<void> {
  await sql`
    insert into auth.refresh_tokens (
      instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id
    ) values (
      '00000000-0000-0000-0000-000000000000', ${token.token}, ${token.userId}, false, now(), now(),
      ${token.parent}, ${token.sessionId}
    )`;
}

/** All active tokens of a session: normally one. */
export async function revokeRefreshTokens(sql: TransactionSql, sessionId: string): Promise<void> {
  await sql`
    update auth.refresh_tokens set revoked = true, updated_at = now()
    where session_id = ${sessionId} and revoked = false`;
}

/**
 * Deletes tokens revoked more than a day ago. The parent of an active token stays: its owner may never have
 * received the child, and presents the parent again. Works in batches, because the table is the busiest of
 * the schema.
 */
export async function deleteOldRefreshTokens(sql: TransactionSql): Promise<void> {
  await sql`
    delete from auth.refresh_tokens
    where id in (
      select t.id from auth.refresh_tokens t
      where t.revoked and t.updated_at < now() - interval '1 day'
        and not exists (select from auth.refresh_tokens c where c.parent = t.token and c.revoked = false)
      limit 10000
      for update skip locked
    )`;
}
