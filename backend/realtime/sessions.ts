/**
 * The sessions behind the tokens of channels. A token is valid until it expires, also after its session has ended: so
 * the database is asked at each join and each new token, and regularly for all open channels.
 */
import type { Sql } from "#backend/core/database/database.ts";
import { type AuthContext, ChannelError } from "./auth-context.ts";

/** Those of the ids whose session has ended, or whose user is banned or deleted. */
export async function listEndedSessions(sql: Sql, ids: Iterable<string>): Promise<Set<string>> {
  // The service's connections do not know the types of arrays.
  const list = [...ids].join(",");
  const rows = await sql<{ id: string }[]>`
    select id from auth.list_ended_sessions(string_to_array(${list}, ',')::uuid[]) as ended (id)`;
  return new Set(rows.map(({ id }) => id));
}

/** Throws a ChannelError when the session of the token has ended. Tokens without a session pass. */
export async function requireSession(sql: Sql, { sessionId }: AuthContext): Promise<void> {
  if (sessionId === null) return;
  const ended = await listEndedSessions(sql, [sessionId]);
  if (ended.size > 0) throw new ChannelError("InvalidJWTToken", "Session has ended");
}
