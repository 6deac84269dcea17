/**
 * auth.one_time_tokens: the codes and links that were sent. A user has at most one of each type: a new one
 * replaces the last. The time columns have no zone and hold UTC.
 */
import { randomUUID } from "node:crypto";
import type { Sql, TransactionSql } from "#backend/core/database/database.ts";

export type TokenType =
  | "confirmation_token"
  | "recovery_token"
  | "email_change_token_new"
  | "email_change_token_current"
  | "phone_change_token"
  | "reauthentication_token";

export interface OneTimeToken {
  user_id: string;
  token_type: TokenType;
  /** The address or number that it was sent to. */
  relates_to: string;
  age_seconds: number;
}

export async function replaceOneTimeToken(
  tx: TransactionSql,
  token: { userId: string; type: TokenType; hash: string; relatesTo: string },
): Promise<void> {
  await tx`
    insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
    values (
      ${randomUUID()}, ${token.userId}, ${token.type}, ${token.hash}, ${token.relatesTo},
      now() at time zone 'utc', now() at time zone 'utc'
    )
    on conflict (user_id, token_type) do update set id = excluded.id, token_hash = excluded.token_hash,
      relates_to = excluded.relates_to, attempts = 0, created_at = excluded.created_at, updated_at = excluded.updated_at`;
}

/** How many wrong codes end one. A link is not counted: nobody can guess it. */
const MAX_WRONG_CODES = 5;

/**
 * Counts a wrong attempt at the codes that were sent to a recipient, before the typed one is compared. It is a
 * statement of its own, so that attempts in parallel, and those that fail, are counted. The right code is none: sent
 * several times at once, it would end itself.
 */
export async function countWrongCode(
  sql: Sql,
  recipient: string,
  hashes: string[],
  types: TokenType[],
): Promise<void> {
  await sql`
    update auth.one_time_tokens set attempts = attempts + 1
    where relates_to = ${recipient} and token_type::text = any (${types}) and token_hash <> all (${hashes})
      and attempts < ${MAX_WRONG_CODES}`;
}

/**
 * Deletes and returns the token: a second use at the same moment finds nothing. After too many wrong codes the right
 * one is not found either.
 * @param isTyped whether the hashes are those of a typed code
 */
export async function consumeOneTimeToken(
  tx: TransactionSql,
  hashes: string[],
  types: TokenType[],
  isTyped: boolean,
): Promise<OneTimeToken | null> {
  const [token] = await tx<OneTimeToken[]>`
    delete from auth.one_time_tokens
    where token_hash = any (${hashes}) and token_type::text = any (${types})
      and (not ${isTyped} or attempts < ${MAX_WRONG_CODES})
    returning user_id, token_type, relates_to,
      extract(epoch from (now() at time zone 'utc') - created_at)::float8 as age_seconds`;
  return token ?? null;
}

export async function deleteOneTimeTokens(
  tx: TransactionSql,
  userId: string,
  types: TokenType[],
): Promise<void> {
  await tx`
    delete from auth.one_time_tokens where user_id = ${userId} and token_type::text = any (${types})`;
}

/** Deletes tokens older than any setting allows. */
export async function deleteOldOneTimeTokens(sql: TransactionSql): Promise<void> {
  await sql`delete from auth.one_time_tokens where created_at < (now() at time zone 'utc') - interval '7 days'`;
}
