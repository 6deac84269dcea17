/** /admin/users/:id/factors: an account's second factors, for who has to help with a lost phone. */
import { z } from "zod";
import { readBody, text } from "../body.ts";
import type { AuthDeps, Endpoint } from "../endpoint.ts";
import { checkFactorName, factorIdOf, factorNotFound } from "../factors/factor-id.ts";
import { deleteFactor, listFactors, lockFactor, renameFactor } from "../models/factor.ts";
import { lowerSessionsOf } from "../models/session.ts";
import { factorView } from "../user-view.ts";
import { userIdOf, viewOf } from "./users.ts";

export function listFactorsAsAdmin({ sql }: AuthDeps): Endpoint {
  return async (c) => {
    const { id } = await viewOf(sql, userIdOf(c));
    return Response.json((await listFactors(sql, id)).map(factorView));
  };
}

const renameBody = z.object({ friendly_name: text });

export function renameFactorAsAdmin({ sql }: AuthDeps): Endpoint {
  return async (c) => {
    const [userId, factorId] = [userIdOf(c), factorIdOf(c)];
    const { friendly_name: name } = await readBody(c.req.raw, renameBody);
    const factor = await sql.begin(async (tx) => {
      const found = await lockFactor(tx, factorId, userId);
      if (!found) throw factorNotFound();
      if (name === undefined) return found;
      const others = (await listFactors(tx, userId)).filter(({ id }) => id !== factorId);
      checkFactorName(name, others);
      await renameFactor(tx, factorId, name);
      return { ...found, friendly_name: name };
    });
    return Response.json(factorView(factor));
  };
}

export function deleteFactorAsAdmin({ sql }: AuthDeps): Endpoint {
  return async (c) => {
    const [userId, factorId] = [userIdOf(c), factorIdOf(c)];
    const factor = await sql.begin(async (tx) => {
      const found = await lockFactor(tx, factorId, userId);
      if (!found) throw factorNotFound();
      await lowerSessionsOf(tx, factorId);
      await deleteFactor(tx, factorId);
      return found;
    });
    return Response.json(factorView(factor));
  };
}
