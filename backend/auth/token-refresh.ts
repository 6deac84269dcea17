/**
 * POST /token?grant_type=refresh_token. All refreshes of a session wait for one another on its row, so that the
 * decision (rotation.ts) is always taken on what the last one left.
 */
import { z } from "zod";
import { codeOf } from "../core/errors.ts";
import { readBody, text } from "./body.ts";
import { type AuthDeps, clientOf, type Endpoint } from "./endpoint.ts";
import { AuthError, validationFailed } from "./errors.ts";
import { isBanned } from "./guards.ts";
import {
  findActiveRefreshToken,
  findRefreshToken,
  revokeRefreshTokens,
  TOKEN_PATTERN,
} from "./models/refresh-token.ts";
import { type ClientInfo, endSession, lockSessionOfToken } from "./models/session.ts";
import { rotationOf } from "./rotation.ts";
import { endOf } from "./session-limits.ts";
import { type Grant, readSubject, rotateRefreshToken, sessionResponse } from "./sessions.ts";

const refreshBody = z.object({ refresh_token: text });
const LOCK_NOT_AVAILABLE = "55P03";

export function refreshGrant(deps: AuthDeps): Endpoint {
  return async (c) => {
    const { refresh_token: shown = "" } = await readBody(c.req.raw, refreshBody);
    if (!TOKEN_PATTERN.test(shown)) {
      throw validationFailed("Refresh token is not valid");
    }
    const outcome = await refresh(deps, shown, clientOf(c));
    if (outcome instanceof AuthError) throw outcome;
    return sessionResponse(deps, outcome);
  };
}

/** A refusal is returned, not thrown: the end of a stolen session must be committed. */
async function refresh(
  { sql, settings }: AuthDeps,
  shownToken: string,
  client: ClientInfo,
): Promise<Grant | AuthError> {
  try {
    return await sql.begin(async (tx) => {
      await tx`set local lock_timeout = '5s'`;
      const session = await lockSessionOfToken(tx, shownToken);
      const shown = await findRefreshToken(tx, shownToken);
      if (!shown) return refused("refresh_token_not_found", "Refresh Token Not Found");
      if (!session) return refused("session_not_found", "No Valid Session Found");

      const active = await findActiveRefreshToken(tx, session.id);
      const rotation = rotationOf(shown, active, settings.refreshReuseSeconds);
      if (rotation.kind === "stolen") {
        await revokeRefreshTokens(tx, session.id);
        await endSession(tx, session.id);
        return refused("refresh_token_already_used", "Already Used");
      }
      const end = session.ended ? "Session Expired" : endOf(session, settings);
      if (end) return refused("session_expired", end);
      const subject = await readSubject(tx, session.user_id, session.id, session.aal ?? "aal1");
      if (isBanned(subject.user.banned_until)) return refused("user_banned", "User Banned");
      if (rotation.kind === "repeat") return { ...subject, refreshToken: rotation.token };

      const owner = { userId: session.user_id, sessionId: session.id };
      const refreshToken = await rotateRefreshToken(tx, owner, client);
      return { ...subject, refreshToken };
    });
  } catch (error) {
    if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error;
    const message = "Too many concurrent token refresh requests on the same session or refresh token";
    throw new AuthError(409, "conflict", message);
  }
}

type Refusal =
  | "refresh_token_not_found"
  | "session_not_found"
  | "refresh_token_already_used"
  | "session_expired"
  | "user_banned";

function refused(code: Refusal, reason: string): AuthError {
  return new AuthError(400, code, `Invalid Refresh Token: ${reason}`);
}
