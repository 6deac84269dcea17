/**
 * POST /logout?scope=…: ends all sessions of the caller (global), this one (local) or all others (others).
 * Issued access tokens stay valid until they expire, except where a service looks the session up. Ending the others
 * alone needs a recent sign-in: a stolen session does not put its owner out.
 */
import type { AuthDeps, CallerEndpoint } from "#backend/auth/endpoint.ts";
import { validationFailed } from "#backend/auth/errors.ts";
import { deleteSession, deleteUserSessions } from "#backend/auth/models/session.ts";
import { requireRecentSignIn } from "#backend/auth/sessions/recent-sign-in.ts";

export function logout({ sql, settings }: AuthDeps): CallerEndpoint {
  return async (c, caller) => {
    const { user, session } = caller;
    const scope = c.req.query("scope") || "global";
    if (scope !== "global" && scope !== "local" && scope !== "others") {
      throw validationFailed("Unsupported logout scope");
    }
    if (scope === "others") await requireRecentSignIn(sql, settings, caller);
    if (scope === "local" && session) await deleteSession(sql, session.id);
    else await deleteUserSessions(sql, user.id, scope === "others" ? session?.id : null);
    return new Response(null, { status: 204 });
  };
}
