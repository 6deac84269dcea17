/** On whose behalf a channel is open: what its token says, in the shape in which the database is told. */
import { z } from "zod";
import type { Claims, Tokens } from "../core/tokens.ts";

export interface Access {
  role: "anon" | "authenticated" | "service_role";
  /** Who it is; empty for the API keys. */
  sub: string;
  /** The claims as JSON. Two channels with the same role and claims see the same. */
  claims: string;
  /** Seconds since the epoch. */
  expiresAt: number;
}

/** A join is answered with this, `<Code>: <text>`, where the client expects its reason. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly reason: string;

  constructor(code: string, text: string) {
    super(text);
    this.reason = `${code}: ${text}`;
  }
}

const role = z.enum(["anon", "authenticated", "service_role"]);

/** Throws a Refusal for a token that does not verify, has expired, or lacks what a channel needs. */
export async function accessOf(tokens: Tokens, token: string): Promise<Access> {
  const result = await tokens.verify(token);
  if (!result.ok) {
    const { reason, message } = result.failure;
    if (reason === "malformed") throw new Refusal("MalformedJWT", "The token provided is not a valid JWT");
    if (reason === "signature") throw new Refusal("JwtSignatureError", "Failed to validate JWT signature");
    throw new Refusal("InvalidJWTToken", reason === "expired" ? "Token has expired" : message);
  }
  return accessOfClaims(result.claims);
}

/** As `accessOf`, for claims that were verified. */
export function accessOfClaims(claims: Claims): Access {
  if (typeof claims.role !== "string" || typeof claims.exp !== "number") {
    throw new Refusal("InvalidJWTToken", "Fields `role` and `exp` are required in JWT");
  }
  const known = role.safeParse(claims.role);
  if (!known.success) throw new Refusal("InvalidJWTToken", `role "${claims.role}" does not exist`);
  const { sub = "", exp: expiresAt } = claims;
  const access = { role: known.data, sub, claims: JSON.stringify(claims), expiresAt };
  if (hasExpired(access)) throw new Refusal("InvalidJWTToken", "Token has expired");
  return access;
}

/** `now` is in milliseconds since the epoch. */
export function hasExpired({ expiresAt }: Access, now = Date.now()): boolean {
  return expiresAt * 1000 <= now;
}
