/** auth.mfa_amr_claims: the authentication methods of a session, with their times. */
import { randomUUID } from "node:crypto";
import type { Sql, TransactionSql } from "#backend/core/database.ts";

export type AuthenticationMethod =
  | "password"
  | "otp"
  | "recovery"
  | "magiclink"
  | "invite"
  | "email/signup"
  | "email_change"
  | "oauth"
  | "anonymous"
  | "totp"
  | "mfa/phone";

export interface AmrEntry {
  method: string;
  /** Seconds since the epoch. */
  timestamp: number;
}

/** Adds the method, or updates its time when it was used again. */
export async function saveAmrClaim(
  sql: TransactionSql,
  sessionId: string,
  method: AuthenticationMethod,
): Promise<void> {
  await sql`
    insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    values (${randomUUID()}, ${sessionId}, now(), now(), ${method})
    on conflict (session_id, authentication_method) do update set updated_at = now()`;
}

/** Newest first. */
export async function listAmrEntries(sql: Sql | TransactionSql, sessionId: string): Promise<AmrEntry[]> {
  return sql<AmrEntry[]>`
    select authentication_method as method, floor(extract(epoch from updated_at))::int as timestamp
    from auth.mfa_amr_claims where session_id = ${sessionId} order by updated_at desc`;
}
