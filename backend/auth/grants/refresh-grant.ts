/**
 * POST /token?grant_type=refresh_token. Refreshes of a session lock its row, so that each decision
 * (refresh-token-rotation.ts) sees the result of the last one.
 */

import { z } from "zod";
import { readBody, text } from "#backend/auth/body.ts";
import { type AuthDeps, type Endpoint, getClientInfo } from "#backend/auth/endpoint.ts";
import { AuthError, validationFailed } from "#backend/auth/errors.ts";
import {
  findActiveRefreshToken,
  findRefreshToken,
  revokeRefreshTokens,
  TOKEN_PATTERN,
} from "#backend/auth/models/refresh-token.ts";
import { type ClientInfo, endSession, lockSessionOfToken } from "#backend/auth/models/session.ts";
import { isBanned } from "#backend/auth/models/user.ts";
import { getSessionEndReason } from "#backend/auth/sessions/session-limits.ts";
import {
  createSessionResponse,
  readSubject,
  rotateRefreshToken,
  type SessionGrant,
} from "#backend/auth/sessions/sessions.ts";
import { LOCK_NOT_AVAILABLE } from "#backend/core/database/sqlstates.ts";
import { getErrorCode } from "#backend/core/errors.ts";
import { decideRotation } from "./refresh-token-rotation.ts";

const refreshBodySchema = z.object({ refresh_token: text });

export function refreshGrant(deps: AuthDeps): Endpoint {
  return async (c) => {
    const { refresh_token: presented = "" } = await readBody(c.req.raw, refreshBodySchema);
    if (!TOKEN_PATTERN.test(presented)) {
      throw validationFailed("Refresh token is not valid");
    }
    const outcome = await refresh(deps, presented, getClientInfo(c));
    if (outcome instanceof AuthError) throw outcome;
    return createSessionResponse(deps, outcome);
  };
}

/** Errors are returned and not thrown, because the end of a stolen session must be committed. */
async function refresh(
  { sql, settings }: AuthDeps,
  presentedToken: string,
  client: ClientInfo,
): Promise<SessionGrant | AuthError> {
  try {
    return await sql.begin(async (tx) => {
      await tx`set local lock_timeout = '5s'`;
      const session = await lockSessionOfToken(tx, presentedToken);
      const presented = await findRefreshToken(tx, presentedToken);
      if (!presented) return createRefreshError("refresh_token_not_found", "Refresh Token Not Found");
      if (!session) return createRefreshError("session_not_found", "No Valid Session Found");

      const active = await findActiveRefreshToken(tx, session.id);
      const rotation = decideRotation(presented, active, settings.refreshReuseSeconds);
      if (rotation.kind === "theft-detected") {
        await revokeRefreshTokens(tx, session.id);
        await endSession(tx, session.id);
        return createRefreshError("refresh_token_already_used", "Already Used");
      }
      const end = session.ended ? "Session Expired" : getSessionEndReason(session, settings);
      if (end) return createRefreshError("session_expired", end);
      const subject = await readSubject(tx, session.user_id, session.id, session.aal ?? "aal1");
      if (isBanned(subject.user)) return createRefreshError("user_banned", "User Banned");
      if (rotation.kind === "reuse") return { ...subject, refreshToken: rotation.token };

      const owner = { userId: session.user_id, sessionId: session.id };
      const refreshToken = await rotateRefreshToken(tx, owner, client);
      return { ...subject, refreshToken };
    });
  } catch (error) {
    if (getErrorCode(error) !== LOCK_NOT_AVAILABLE) throw error;
    const message = "Too many concurrent token refresh requests on the same session or refresh token";
    throw new AuthError(409, "conflict", message);
  }
}

type RefreshErrorCode =
  | "refresh_token_not_found"
  | "session_not_found"
  | "refresh_token_already_used"
  | "session_expired"
  | "user_banned";

function createRefreshError(code: RefreshErrorCode, reason: string): AuthError {
  return new AuthError(400, code, `Invalid Refresh Token: ${reason}`);
}
