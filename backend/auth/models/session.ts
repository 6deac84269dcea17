/** auth.sessions: one row for each sign-in. Deleting one deletes its refresh tokens and claims. */

import type { SessionTimes } from "#backend/auth/sessions/session-limits.ts";
import type { Sql, TransactionSql } from "#backend/core/database/database.ts";

export type Aal = "aal1" | "aal2" | "aal3";

export interface Session {
  id: string;
  user_id: string;
  aal: Aal | null;
  /** Whether `not_after` has passed. */
  ended: boolean;
  age_seconds: number;
}

/** The IP address and user agent of a request, as far as they are known. */
export interface ClientInfo {
  ip: string | null;
  userAgent: string | null;
}

export async function findSession(sql: Sql, id: string): Promise<Session | null> {
  const [session] = await sql<Session[]>`
    select id, user_id, aal, coalesce(not_after < now(), false) as ended,
      extract(epoch from now() - created_at)::float8 as age_seconds
    from auth.sessions where id = ${id}`;
  return session ?? null;
}

/** Locks the session until this transaction ends: its refreshes run one after another. */
export async function lockSessionOfToken(
  sql: TransactionSql,
  token: string,
): Promise<(Session & SessionTimes) | null> {
  const [session] = await sql<(Session & SessionTimes)[]>`
    select id, user_id, aal, coalesce(not_after < now(), false) as ended,
      extract(epoch from now() - created_at)::float8 as age_seconds,
      extract(epoch from now() - coalesce(refreshed_at at time zone 'utc', created_at))::float8 as idle_seconds,
      exists (
        select from auth.sessions newer
        where newer.user_id = s.user_id and (newer.created_at, newer.id) > (s.created_at, s.id)
      ) as is_superseded,
      coalesce(s.aal, 'aal1') < 'aal2' and exists (
        select from auth.mfa_factors f where f.user_id = s.user_id and f.status = 'verified'
      ) as lacks_factor
    from auth.sessions s
    where id = (select session_id from auth.refresh_tokens where token = ${token})
    for update`;
  return session ?? null;
}

export async function insertSession(
  sql: TransactionSql,
  session: { id: string; userId: string } & ClientInfo,
): Promise<void> {
  await sql`
    insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
    values (${session.id}, ${session.userId}, now(), now(), 'aal1', ${session.userAgent}, ${session.ip})`;
}

/** `refreshed_at` has no time zone and holds UTC. */
export async function updateRefreshedSession(
  sql: TransactionSql,
  id: string,
  client: ClientInfo,
): Promise<void> {
  await sql`
    update auth.sessions
    set refreshed_at = now() at time zone 'utc', updated_at = now(),
      user_agent = ${client.userAgent}, ip = ${client.ip}
    where id = ${id}`;
}

/** Ends a session but keeps its rows, so that a stolen token that is presented again is still recognized. */
export async function endSession(sql: TransactionSql, id: string): Promise<void> {
  await sql`update auth.sessions set not_after = now(), updated_at = now() where id = ${id}`;
}

export async function deleteSession(sql: Sql, id: string): Promise<void> {
  await sql`delete from auth.sessions where id = ${id}`;
}

/** Deletes all sessions of a user except the excluded one. */
export async function deleteUserSessions(
  sql: Sql | TransactionSql,
  userId: string,
  excludedId: string | null = null,
): Promise<void> {
  await sql`delete from auth.sessions where user_id = ${userId} and id is distinct from ${excludedId}`;
}

/** Locks the session until this transaction ends. */
export async function lockSession(tx: TransactionSql, id: string): Promise<boolean> {
  const rows = await tx`
    select from auth.sessions where id = ${id} and (not_after is null or not_after > now()) for update`;
  return rows.length > 0;
}

/** Upgrades the session to aal2. */
export async function upgradeSession(tx: TransactionSql, id: string, factorId: string): Promise<void> {
  await tx`update auth.sessions set aal = 'aal2', factor_id = ${factorId}, updated_at = now() where id = ${id}`;
}

/** Deletes the user's sessions at aal1. */
export async function deleteAal1Sessions(tx: TransactionSql, userId: string): Promise<void> {
  await tx`delete from auth.sessions where user_id = ${userId} and (aal is null or aal < 'aal2')`;
}

/** Downgrades the sessions that a factor upgraded. */
export async function downgradeSessions(tx: TransactionSql, factorId: string): Promise<void> {
  await tx`
    delete from auth.mfa_amr_claims c using auth.sessions s
    where s.factor_id = ${factorId} and c.session_id = s.id and c.authentication_method in ('totp', 'mfa/phone')`;
  await tx`
    update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now() where factor_id = ${factorId}`;
}

/** Deletes sessions that ended more than a day ago. */
export async function deleteEndedSessions(sql: TransactionSql): Promise<void> {
  await sql`delete from auth.sessions where not_after < now() - interval '1 day'`;
}
