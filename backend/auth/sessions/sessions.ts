/** Starts sessions and creates the response that carries their tokens. */
import { randomUUID } from "node:crypto";
import type { AuthDeps } from "#backend/auth/endpoint.ts";
import { AuthError } from "#backend/auth/errors.ts";
import { type AuthenticationMethod, listAmrEntries, saveAmrClaim } from "#backend/auth/models/amr-claim.ts";
import { recordEvent } from "#backend/auth/models/audit-log-entry.ts";
import { type Factor, listFactors } from "#backend/auth/models/factor.ts";
import { type Identity, listIdentities } from "#backend/auth/models/identity.ts";
import {
  findActiveRefreshToken,
  generateRefreshToken,
  insertRefreshToken,
  revokeRefreshTokens,
} from "#backend/auth/models/refresh-token.ts";
import {
  type Aal,
  type ClientInfo,
  insertSession,
  updateRefreshedSession,
} from "#backend/auth/models/session.ts";
import { findUserById, updateLastSignIn } from "#backend/auth/models/user.ts";
import type { PasswordWeakness } from "#backend/auth/passwords/password-rules.ts";
import { toUserView, type UserView } from "#backend/auth/user-view.ts";
import type { TransactionSql } from "#backend/core/database/database.ts";
import { createAccessTokenClaims, type TokenSubject } from "./claims.ts";

/** The content of a sign-in or refresh response. */
export interface SessionGrant extends TokenSubject {
  identities: Identity[];
  factors: Factor[];
  refreshToken: string;
}

/** Starts a session at aal1, after one factor was proven. */
export async function startSession(
  tx: TransactionSql,
  userId: string,
  method: AuthenticationMethod,
  client: ClientInfo,
): Promise<SessionGrant> {
  const sessionId = randomUUID();
  const refreshToken = generateRefreshToken();
  await Promise.all([
    insertSession(tx, { id: sessionId, userId, ...client }),
    insertRefreshToken(tx, { token: refreshToken, parent: null, userId, sessionId }),
    saveAmrClaim(tx, sessionId, method),
    updateLastSignIn(tx, userId),
  ]);
  const subject = await readSubject(tx, userId, sessionId, "aal1");
  await recordEvent(tx, { action: "login", actor: subject.user, ip: client.ip ?? "", traits: { method } });
  return { ...subject, refreshToken };
}

/** Revokes the session's token and creates its child. The session must be locked. */
export async function rotateRefreshToken(
  tx: TransactionSql,
  { userId, sessionId }: { userId: string; sessionId: string },
  client: ClientInfo,
): Promise<string> {
  const active = await findActiveRefreshToken(tx, sessionId);
  const token = generateRefreshToken();
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
): Promise<Omit<SessionGrant, "refreshToken">> {
  const [user, identities, factors, amr] = await Promise.all([
    findUserById(tx, userId),
    listIdentities(tx, userId),
    listFactors(tx, userId),
    listAmrEntries(tx, sessionId),
  ]);
  if (!user) throw new AuthError(400, "session_not_found", "Invalid Refresh Token: No Valid Session Found");
  return { user, identities, factors, sessionId, aal, amr };
}

/** The token fields of a response. */
export interface SessionBody {
  access_token: string;
  token_type: "bearer";
  /** In seconds. */
  expires_in: number;
  /** In seconds since the epoch. */
  expires_at: number;
  refresh_token: string;
  user: UserView;
}

/** Signs an access token. */
export async function createSessionBody(
  { tokens, settings }: AuthDeps,
  grant: SessionGrant,
): Promise<SessionBody> {
  const issuedAt = Math.floor(Date.now() / 1000);
  const expiresAt = issuedAt + settings.accessTokenSeconds;
  const times = { issuer: settings.issuer, issuedAt, expiresAt };
  return {
    access_token: await tokens.sign(createAccessTokenClaims(grant, times)),
    token_type: "bearer",
    expires_in: settings.accessTokenSeconds,
    expires_at: expiresAt,
    refresh_token: grant.refreshToken,
    user: toUserView(grant.user, grant.identities, grant.factors),
  };
}

/** Responds with the session and the additional fields of a sign-in method. */
export async function createSessionResponse(
  deps: AuthDeps,
  grant: SessionGrant,
  extras: { weak_password?: PasswordWeakness; provider_token?: string; provider_refresh_token?: string } = {},
): Promise<Response> {
  return Response.json(
    { ...(await createSessionBody(deps, grant)), ...extras },
    { headers: { "cache-control": "no-store" } },
  );
}
