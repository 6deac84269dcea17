/** DELETE /factors/:id: deletes a factor. Sessions that it raised to aal2 are downgraded. */
import type { AuthDeps, CallerEndpoint } from "#backend/auth/endpoint.ts";
import { AuthError } from "#backend/auth/errors.ts";
import { recordEvent } from "#backend/auth/models/audit-log-entry.ts";
import { deleteFactor, lockFactor } from "#backend/auth/models/factor.ts";
import { downgradeSessions } from "#backend/auth/models/session.ts";
import { requireRecentSignIn } from "#backend/auth/sessions/recent-sign-in.ts";
import { factorNotFound, parseFactorId } from "./factor-params.ts";

export function unenrollFactor(deps: AuthDeps): CallerEndpoint {
  return async (c, caller) => {
    const { user, session } = caller;
    const id = parseFactorId(c);
    await deps.sql.begin(async (tx) => {
      const factor = await lockFactor(tx, id, user.id);
      if (!factor) throw factorNotFound();
      if (factor.status === "verified" && session?.aal !== "aal2") {
        throw new AuthError(422, "insufficient_aal", "AAL2 required to unenroll verified factor");
      }
      if (factor.status === "verified") await requireRecentSignIn(tx, deps.settings, caller);
      await downgradeSessions(tx, id);
      await deleteFactor(tx, id);
      const traits = { factor_id: id, factor_type: factor.factor_type, status: factor.status };
      await recordEvent(tx, { action: "factor_unenrolled", actor: user, ip: c.env.ip, traits });
    });
    return Response.json({ id });
  };
}
