/** The claims of an access token: user, session and authentication methods. */
import type { AmrEntry } from "#backend/auth/models/amr-claim.ts";
import type { Aal } from "#backend/auth/models/session.ts";
import type { User } from "#backend/auth/models/user.ts";
import type { Claims } from "#backend/core/gateway/tokens.ts";

export interface TokenSubject {
  user: User;
  sessionId: string;
  aal: Aal;
  /** Newest first. */
  amr: AmrEntry[];
}

/** Creates the claims of an access token. Times are in seconds since the epoch. */
export function createAccessTokenClaims(
  { user, sessionId, aal, amr }: TokenSubject,
  { issuer, issuedAt, expiresAt }: { issuer: string; issuedAt: number; expiresAt: number },
): Claims {
  return {
    iss: issuer,
    sub: user.id,
    aud: user.aud ?? "",
    exp: expiresAt,
    iat: issuedAt,
    email: user.email ?? "",
    phone: user.phone ?? "",
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: user.role ?? "",
    aal,
    amr,
    session_id: sessionId,
    is_anonymous: user.is_anonymous,
  };
}
