/** The identity that a channel acts for: role, subject and claims of its token, as the database gets them. */
import { z } from "zod";
import type { Claims, Tokens } from "#backend/core/gateway/tokens.ts";
import { isUuid } from "#backend/core/values/uuid.ts";

export interface AuthContext {
  role: "anon" | "authenticated" | "service_role";
  /** The subject of the token; empty for the API keys. */
  sub: string;
  /** The claims as JSON. Two channels with the same role and claims see the same rows. */
  claims: string;
  /** Null for the API keys, and for tokens that no sign-in made. */
  sessionId: string | null;
  /** Seconds since the epoch. */
  expiresAt: number;
}

/** The reply to a rejected join carries `<Code>: <text>`, where the client expects the reason. */
export class ChannelError extends Error {
  override readonly name = "ChannelError";
  readonly reason: string;

  constructor(code: string, text: string) {
    super(text);
    this.reason = `${code}: ${text}`;
  }
}

const role = z.enum(["anon", "authenticated", "service_role"]);

/** Throws a ChannelError for a token that does not verify, has expired, or lacks a role or an expiry. */
export async function authFromToken(tokens: Tokens, token: string): Promise<AuthContext> {
  const result = await tokens.verify(token);
  if (!result.ok) {
    const { reason, message } = result.failure;
    if (reason === "malformed")
      throw new ChannelError("MalformedJWT", "The token provided is not a valid JWT");
    if (reason === "signature")
      throw new ChannelError("JwtSignatureError", "Failed to validate JWT signature");
    throw new ChannelError("InvalidJWTToken", reason === "expired" ? "Token has expired" : message);
  }
  return authFromClaims(result.claims);
}

/** As `authFromToken`, for claims that are verified already. */
export function authFromClaims(claims: Claims): AuthContext {
  if (typeof claims.role !== "string" || typeof claims.exp !== "number") {
    throw new ChannelError("InvalidJWTToken", "Fields `role` and `exp` are required in JWT");
  }
  const known = role.safeParse(claims.role);
  if (!known.success) throw new ChannelError("InvalidJWTToken", `role "${claims.role}" does not exist`);
  const { sub = "", exp: expiresAt, session_id: sessionId = null } = claims;
  if (sessionId !== null && !isUuid(sessionId))
    throw new ChannelError("InvalidJWTToken", "The session_id claim must be a UUID");
  const auth = { role: known.data, sub, claims: JSON.stringify(claims), sessionId, expiresAt };
  if (isExpired(auth)) throw new ChannelError("InvalidJWTToken", "Token has expired");
  return auth;
}

export function isExpired({ expiresAt }: AuthContext): boolean {
  return expiresAt * 1000 <= Date.now();
}
