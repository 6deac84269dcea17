/** Starting a session, and the answer that hands its tokens to the client. */
import { randomUUID } from "node:crypto";
import type { TransactionSql } from "../core/database.ts";
import { accessTokenClaims, type TokenSubject } from "./claims.ts";
import type { AuthDeps } from "./endpoint.ts";
import { AuthError } from "./errors.ts";
import { type AuthenticationMethod, listAmrEntries, saveAmrClaim } from "./models/amr-claim.ts";
import { type Factor, listFactors } from "./models/factor.ts";
import { type Identity, listIdentities } from "./models/identity.ts";
import {
  findActiveRefreshToken,
  insertRefreshToken,
  newRefreshToken,
  revokeRefreshTokens,
} from "./models/refresh-token.ts";
import { type Aal, type ClientInfo, insertSession, updateRefreshedSession } from "./models/session.ts";
import { findUserById, updateLastSignIn } from "./models/user.ts";
import type { PasswordWeakness } from "./password-rules.ts";
import { type UserView, userView } from "./user-view.ts";

/** Everything that the answer to a sign-in or a refresh holds. */
export interface Grant extends TokenSubject {
  identities: Identity[];
  factors: Factor[];
  refreshToken: string;
}

/** For who has proven one factor: the session is at aal1 until another is shown. */
export async function startSession(
  tx: TransactionSql,
  userId: string,
  method: AuthenticationMethod,
  client: ClientInfo,
): Promise<Grant> {
  const sessionId = randomUUID();
  const refreshToken = newRefreshToken();
  await Promise.all([
    insertSession(tx, { id: sessionId, userId, ...client }),
    insertRefreshToken(tx, { token: refreshToken, parent: null, userId, sessionId }),
    saveAmrClaim(tx, sessionId, method),
    updateLastSignIn(tx, userId),
  ]);
  return { ...(await readSubject(tx, userId, sessionId, "aal1")), refreshToken };
}

/** Revokes the session's token and makes its child; the session must be locked. */
export async function rotateRefreshToken(
  tx: TransactionSql,
  { userId, sessionId }: { userId: string; sessionId: string },
  client: ClientInfo,
): Promise<string> {
  const active = await findActiveRefreshToken(tx, sessionId);
  const token = newRefreshToken();
  await Promise.all([
    revokeRefreshTokens(tx, sessionId),
    insertRefreshToken(tx, { token, parent: active?.token ?? null, userId, sessionId }),
    updateRefreshedSession(tx, sessionId, client),
  ]);
  return token;
}

/** Throws session_not_found when the account has been deleted. */
export async function readSubject(
  tx: TransactionSql,
  userId: string,
  sessionId: string,
  aal: Aal,
): Promise<Omit<Grant, "refreshToken">> {
  const [user, identities, factors, amr] = await Promise.all([
    findUserById(tx, userId),
    listIdentities(tx, userId),
    listFactors(tx, userId),
    listAmrEntries(tx, sessionId),
  ]);
  if (!user) throw new AuthError(400, "session_not_found", "Invalid Refresh Token: No Valid Session Found");
  return { user, identities, factors, sessionId, aal, amr };
}

/** What hands a session to its client. */
export interface SessionBody {
  access_token: string;
  token_type: "bearer";
  /** Seconds. */
  expires_in: number;
  /** Seconds since the epoch. */
  expires_at: number;
  refresh_token: string;
  user: UserView;
}

/** Signs an access token. */
export async function sessionBody({ tokens, settings }: AuthDeps, grant: Grant): Promise<SessionBody> {
  const issuedAt = Math.floor(Date.now() / 1000);
  const expiresAt = issuedAt + settings.accessTokenSeconds;
  const times = { issuer: settings.issuer, issuedAt, expiresAt };
  return {
    access_token: await tokens.sign(accessTokenClaims(grant, times)),
    token_type: "bearer",
    expires_in: settings.accessTokenSeconds,
    expires_at: expiresAt,
    refresh_token: grant.refreshToken,
    user: userView(grant.user, grant.identities, grant.factors),
  };
}

/** Answers with the session, and with what else a way of signing in has to tell. */
export async function sessionResponse(
  deps: AuthDeps,
  grant: Grant,
  extras: { weak_password?: PasswordWeakness; provider_token?: string; provider_refresh_token?: string } = {},
): Promise<Response> {
  return Response.json(
    { ...(await sessionBody(deps, grant)), ...extras },
    { headers: { "cache-control": "no-store" } },
  );
}
