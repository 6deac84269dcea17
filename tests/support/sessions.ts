/** Sessions of accounts in SQL tests, as the auth service stores them and the REST service presents them. */
import { randomUUID } from "node:crypto";
import type { Sql, TransactionSql } from "#backend/core/database/database.ts";
import { type Actor, runAs } from "./actors.ts";

interface SessionOptions {
  /** When the password was typed. */
  minutesAgo?: number;
  userAgent?: string;
  ip?: string;
}

/** Opens a session of the account by its password. */
export async function openSession(
  admin: Sql,
  { id }: Actor,
  { minutesAgo = 0, userAgent = "Zzmarque Browser", ip = "196.28.240.7" }: SessionOptions = {},
): Promise<string> {
  const session = randomUUID();
  await admin`
    insert into auth.sessions (id, user_id, created_at, aal, user_agent, ip)
    values (${session}, ${id}, now(), 'aal1', ${userAgent}, ${ip})`;
  await admin`update auth.users set last_sign_in_at = now() where id = ${id}`;
  await admin`
    insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    values (gen_random_uuid(), ${session}, now(), now() - make_interval(mins => ${minutesAgo}), 'password')`;
  return session;
}

/** Runs one transaction as an actor whose token names the session. */
export function runInSession<T>(
  api: Sql,
  actor: Actor,
  session: string,
  work: (tx: TransactionSql) => Promise<T>,
) {
  return runAs(api, actor, async (tx) => {
    await tx`
      select set_config('request.jwt.claims',
        (current_setting('request.jwt.claims')::jsonb || jsonb_build_object('session_id', ${session}::text))::text, true)`;
    return work(tx);
  });
}
