/**
 * POST /logout?scope=…: ends all sessions of the caller (global), this one (local) or all others (others).
 * Issued access tokens stay valid until they expire, except where a service looks the session up. Ending the others
 * alone needs a recent sign-in: a stolen session does not put its owner out. Nor does a stolen password, where the account
 * has a second factor: a session that has not presented it ends itself only.
 */
import type { AuthDeps, CallerEndpoint } from "#backend/auth/endpoint.ts";
import { AuthError, validationFailed } from "#backend/auth/errors.ts";
import { deleteSession, deleteUserSessions } from "#backend/auth/models/session.ts";
import { requireRecentSignIn } from "#backend/auth/sessions/recent-sign-in.ts";
import { lacksSecondFactor } from "#backend/auth/sessions/second-factor.ts";

export function logout({ sql, settings }: AuthDeps): CallerEndpoint {
  return async (c, caller) => {
    const { user, session } = caller;
    const scope = c.req.query("scope") || "global";
    if (scope !== "global" && scope !== "local" && scope !== "others") {
      throw validationFailed("Unsupported logout scope");
    }
    if (scope === "others") await requireRecentSignIn(sql, settings, caller);
    const lacksFactor = scope !== "local" && (await lacksSecondFactor(sql, caller));
    if (scope === "others" && lacksFactor)
      throw new AuthError(401, "insufficient_aal", "AAL2 session is required to end other sessions");
    if ((scope === "local" || lacksFactor) && session) await deleteSession(sql, session.id);
    else await deleteUserSessions(sql, user.id, scope === "others" ? session?.id : null);
    return new Response(null, { status: 204 });
  };
}
