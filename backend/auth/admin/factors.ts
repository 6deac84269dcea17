/**
 * /admin/users/:id/factors: an account's second factors, for an administrator who helps with a lost phone.
 */
import { z } from "zod";
import { readBody, text } from "#backend/auth/body.ts";
import type { AuthDeps, Endpoint } from "#backend/auth/endpoint.ts";
import { checkFactorName, factorNotFound, parseFactorId } from "#backend/auth/factors/factor-params.ts";
import { recordEvent } from "#backend/auth/models/audit-log-entry.ts";
import { deleteFactor, listFactors, lockFactor, renameFactor } from "#backend/auth/models/factor.ts";
import { downgradeSessions } from "#backend/auth/models/session.ts";
import { findUserIncludingDeleted } from "#backend/auth/models/user.ts";
import { toFactorView } from "#backend/auth/user-view.ts";
import { parseUserId, readUserView } from "./users.ts";

export function listFactorsAsAdmin({ sql }: AuthDeps): Endpoint {
  return async (c) => {
    const { id } = await readUserView(sql, parseUserId(c));
    return Response.json((await listFactors(sql, id)).map(toFactorView));
  };
}

const renameBodySchema = z.object({ friendly_name: text });

export function renameFactorAsAdmin({ sql }: AuthDeps): Endpoint {
  return async (c) => {
    const [userId, factorId] = [parseUserId(c), parseFactorId(c)];
    const { friendly_name: name } = await readBody(c.req.raw, renameBodySchema);
    const factor = await sql.begin(async (tx) => {
      const found = await lockFactor(tx, factorId, userId);
      if (!found) throw factorNotFound();
      if (name === undefined) return found;
      const others = (await listFactors(tx, userId)).filter(({ id }) => id !== factorId);
      checkFactorName(name, others);
      await renameFactor(tx, factorId, name);
      return { ...found, friendly_name: name };
    });
    return Response.json(toFactorView(factor));
  };
}

export function deleteFactorAsAdmin({ sql }: AuthDeps): Endpoint {
  return async (c) => {
    const [userId, factorId] = [parseUserId(c), parseFactorId(c)];
    const factor = await sql.begin(async (tx) => {
      const found = await lockFactor(tx, factorId, userId);
      if (!found) throw factorNotFound();
      await downgradeSessions(tx, factorId);
      await deleteFactor(tx, factorId);
      const actor = await findUserIncludingDeleted(tx, userId);
      const traits = { factor_id: factorId, factor_type: found.factor_type, by: "service_role" };
      await recordEvent(tx, { action: "factor_deleted", actor, ip: c.env.ip, traits });
      return found;
    });
    return Response.json(toFactorView(factor));
  };
}
