/** DELETE /factors/:id: takes a factor away; the sessions that rose by it fall back. */
import type { AuthDeps, CallerEndpoint } from "../endpoint.ts";
import { AuthError } from "../errors.ts";
import { deleteFactor, lockFactor } from "../models/factor.ts";
import { lowerSessionsOf } from "../models/session.ts";
import { factorIdOf, factorNotFound } from "./factor-id.ts";

export function unenrollFactor(deps: AuthDeps): CallerEndpoint {
  return async (c, { user, session }) => {
    const id = factorIdOf(c);
    await deps.sql.begin(async (tx) => {
      const factor = await lockFactor(tx, id, user.id);
      if (!factor) throw factorNotFound();
      if (factor.status === "verified" && session?.aal !== "aal2") {
        throw new AuthError(422, "insufficient_aal", "AAL2 required to unenroll verified factor");
      }
      await lowerSessionsOf(tx, id);
      await deleteFactor(tx, id);
    });
    return Response.json({ id });
  };
}
