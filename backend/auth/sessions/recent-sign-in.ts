/**
 * What gives an account away needs a recent sign-in: another address or number, a second factor more or less, other
 * identities, the end of all other sessions. A session that somebody left open, or that was stolen later, does not
 * suffice. GoTrue has the same error for a new password alone.
 */
import type { AuthSettings } from "#backend/auth/config.ts";
import type { AuthDeps, Caller, CallerEndpoint } from "#backend/auth/endpoint.ts";
import { AuthError } from "#backend/auth/errors.ts";
import { listAmrEntries } from "#backend/auth/models/amr-claim.ts";
import type { Sql, TransactionSql } from "#backend/core/database/database.ts";

/** Wraps an endpoint that needs it. */
export function withRecentSignIn(deps: AuthDeps, endpoint: CallerEndpoint): CallerEndpoint {
  return async (c, caller) => {
    await requireRecentSignIn(deps.sql, deps.settings, caller);
    return endpoint(c, caller);
  };
}

/**
 * Throws reauthentication_needed unless the session has presented a password or a code in time. An anonymous account
 * has neither, and a token that names no session was issued by whoever holds the service's keys.
 */
export async function requireRecentSignIn(
  sql: Sql | TransactionSql,
  settings: AuthSettings,
  { user, session }: Caller,
): Promise<void> {
  if (settings.recentSignInSeconds === 0 || user.is_anonymous || !session) return;
  const earliest = Date.now() / 1000 - settings.recentSignInSeconds;
  const methods = await listAmrEntries(sql, session.id);
  if (methods.some(({ method, timestamp }) => method !== "anonymous" && timestamp > earliest)) return;
  throw new AuthError(400, "reauthentication_needed", "This change requires a recent sign-in");
}
