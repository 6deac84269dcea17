/** auth.mfa_amr_claims: the authentication methods of a session, with their times. */
import { randomUUID } from "node:crypto";
import type { Sql, TransactionSql } from "#backend/core/database/database.ts";

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

/**
 * Spends the right of a recovery session to set a password: from then on it is like any session that a code opened.
 * False when it was spent before, or when the recovery is older than these seconds.
 */
export async function spendRecovery(
  tx: TransactionSql,
  sessionId: string,
  maxAgeSeconds: number,
): Promise<boolean> {
  const spent = await tx`
    delete from auth.mfa_amr_claims
    where session_id = ${sessionId} and authentication_method = 'recovery'
      and updated_at >= now() - make_interval(secs => ${maxAgeSeconds})
    returning 1`;
  if (spent.length > 0) await saveAmrClaim(tx, sessionId, "otp");
  return spent.length > 0;
}

/** Newest first. */
export async function listAmrEntries(sql: Sql | TransactionSql, sessionId: string): Promise<AmrEntry[]> {
  return sql<AmrEntry[]>`
    select authentication_method as method, floor(extract(epoch from updated_at))::int as timestamp
    from auth.mfa_amr_claims where session_id = ${sessionId} order by updated_at desc`;
}
