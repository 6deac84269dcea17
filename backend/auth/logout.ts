/**
 * POST /logout?scope=…: ends all sessions of the caller (global), this one (local) or all but this one (others).
 * Access tokens already handed out hold until they expire, where services do not look the session up.
 */
import type { AuthContext, AuthDeps, Caller } from "./endpoint.ts";
import { validationFailed } from "./errors.ts";
import { deleteSession, deleteSessionsOf } from "./models/session.ts";

export function logout({ sql }: AuthDeps): (c: AuthContext, caller: Caller) => Promise<Response> {
  return async (c, { user, session }) => {
    const scope = c.req.query("scope") || "global";
    if (scope !== "global" && scope !== "local" && scope !== "others") {
      throw validationFailed("Unsupported logout scope");
    }
    if (scope === "local" && session) await deleteSession(sql, session.id);
    else await deleteSessionsOf(sql, user.id, scope === "others" ? session?.id : null);
    return new Response(null, { status: 204 });
  };
}
