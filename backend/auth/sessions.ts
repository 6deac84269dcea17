/** Starting a session, and the answer that hands its tokens to the client. */
import { randomUUID } from "node:crypto";
import type { TransactionSql } from "../core/database.ts";
import { accessTokenClaims, type TokenSubject } from "./claims.ts";
import type { AuthDeps } from "./endpoint.ts";
import { AuthError } from "./errors.ts";
import { type AuthenticationMethod, insertAmrClaim, listAmrEntries } from "./models/amr-claim.ts";
import { type Identity, listIdentities } from "./models/identity.ts";
import { insertRefreshToken, newRefreshToken } from "./models/refresh-token.ts";
import { type Aal, type ClientInfo, insertSession } from "./models/session.ts";
import { findUserById, updateLastSignIn } from "./models/user.ts";
import type { PasswordWeakness } from "./password-rules.ts";
import { userView } from "./user-view.ts";

/** Everything that the answer to a sign-in or a refresh holds. */
export interface Grant extends TokenSubject {
  identities: Identity[];
  refreshToken: string;
}

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
    insertAmrClaim(tx, sessionId, method),
    updateLastSignIn(tx, userId),
  ]);
  return { ...(await readSubject(tx, userId, sessionId, "aal1")), refreshToken };
}

/** Throws session_not_found when the account has been deleted. */
export async function readSubject(
  tx: TransactionSql,
  userId: string,
  sessionId: string,
  aal: Aal,
): Promise<Omit<Grant, "refreshToken">> {
  const [user, identities, amr] = await Promise.all([
    findUserById(tx, userId),
    listIdentities(tx, userId),
    listAmrEntries(tx, sessionId),
  ]);
  if (!user) throw new AuthError(400, "session_not_found", "Invalid Refresh Token: No Valid Session Found");
  return { user, identities, sessionId, aal, amr };
}

/** Signs an access token and answers with the session; with what is wrong with its password, if asked to. */
export async function sessionResponse(
  { tokens, settings }: AuthDeps,
  grant: Grant,
  weakness: PasswordWeakness | null = null,
): Promise<Response> {
  const issuedAt = Math.floor(Date.now() / 1000);
  const expiresAt = issuedAt + settings.accessTokenSeconds;
  const times = { issuer: settings.issuer, issuedAt, expiresAt };
  return Response.json(
    {
      access_token: await tokens.sign(accessTokenClaims(grant, times)),
      token_type: "bearer",
      expires_in: settings.accessTokenSeconds,
      expires_at: expiresAt,
      refresh_token: grant.refreshToken,
      user: userView(grant.user, grant.identities),
      weak_password: weakness ?? undefined,
    },
    { headers: { "cache-control": "no-store" } },
  );
}
