/**
 * Signs and verifies JSON Web Tokens. The accepted algorithms come from our own keys, never from the token: a
 * token with our `kid` is verified as ES256, any other only as HS256 with the shared secret. A verified token
 * is cached until it expires, because the public key comes with every request.
 */
import { createPublicKey } from "node:crypto";
import { decodeProtectedHeader, errors, exportJWK, importJWK, type JWK, jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import type { Keys } from "./keys.ts";

export interface Claims {
  sub?: string;
  role?: string;
  session_id?: string;
  exp?: number;
  [claim: string]: unknown;
}

export interface TokenFailure {
  /**
   * `malformed` and `signature`: not issued here. The others: issued here, but not valid now or for this
   * audience.
   */
  reason: "malformed" | "signature" | "expired" | "not_yet_valid" | "issued_in_future" | "claims";
  /** Meant for the caller: names the problem, never the token. Worded like PostgREST's details. */
  message: string;
  details?: string;
}

type VerifyResult = { ok: true; claims: Claims } | { ok: false; failure: TokenFailure };

export interface Tokens {
  /** Signs the claims with the ES256 key, without adding any. */
  sign(claims: Claims): Promise<string>;
  verify(token: string): Promise<VerifyResult>;
  /** The public half of the signing key, for other verifiers. */
  jwks: { keys: JWK[] };
}

/** The audience of users' tokens, as on a hosted project. A token for another one is meant for another service. */
const AUDIENCE = "authenticated";
/** Tolerated clock skew. */
const SKEW_SECONDS = 30;

export async function createTokens(keys: Keys): Promise<Tokens> {
  const { kid } = keys.signingKey;
  const privateKey = await importJWK(keys.signingKey, "ES256");
  const publicJwk = await exportJWK(createPublicKey({ key: { ...keys.signingKey }, format: "jwk" }));
  const publicKey = await importJWK(publicJwk, "ES256");
  const secret = Buffer.from(keys.jwtSecret);
  const verified = new LRUCache<string, Claims>({ max: 2000 });

  async function verify(token: string): Promise<VerifyResult> {
    const cached = verified.get(token);
    if (cached) {
      if (cached.exp === undefined || cached.exp + SKEW_SECONDS > now()) return { ok: true, claims: cached };
      return createFailure("expired", "JWT expired");
    }
    try {
      const { payload } = await jwtVerify(
        token,
        (header) => (header.kid === kid && header.alg === "ES256" ? publicKey : secret),
        { algorithms: ["ES256", "HS256"], clockTolerance: SKEW_SECONDS },
      );
      if (payload.iat !== undefined && payload.iat > now() + SKEW_SECONDS) {
        return createFailure("issued_in_future", "JWT issued at future");
      }
      if (payload.role !== undefined && typeof payload.role !== "string") {
        return createFailure("claims", "The JWT role claim must be a string");
      }
      if (!isAudience(payload.aud)) {
        return createFailure("claims", "The JWT 'aud' claim must be a string or an array of strings");
      }
      if (!isForThisBackend(payload.aud)) return createFailure("claims", "JWT not in audience");
      const claims: Claims = { ...payload, role: payload.role };
      verified.set(token, claims);
      return { ok: true, claims };
    } catch (error) {
      return { ok: false, failure: toTokenFailure(error, token) };
    }
  }

  return {
    sign: (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid, typ: "JWT" }).sign(privateKey),
    verify,
    jwks: { keys: [{ ...publicJwk, kid, alg: "ES256", use: "sig", key_ops: ["verify"] }] },
  };
}

function now(): number {
  return Math.floor(Date.now() / 1000);
}

function isAudience(aud: unknown): boolean {
  return [aud ?? []].flat().every((one) => typeof one === "string");
}

/** The API keys name no audience, nor do accounts that were created without one. */
function isForThisBackend(aud: string | string[] | undefined): boolean {
  const named = [aud ?? []].flat().filter(Boolean);
  return named.length === 0 || named.includes(AUDIENCE);
}

function createFailure(reason: TokenFailure["reason"], message: string): VerifyResult {
  return { ok: false, failure: { reason, message } };
}

function toTokenFailure(error: unknown, token: string): TokenFailure {
  if (error instanceof errors.JWTExpired) return { reason: "expired", message: "JWT expired" };
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === "nbf" && error.reason === "check_failed")
      return { reason: "not_yet_valid", message: "JWT not yet valid" };
    return { reason: "claims", message: `The JWT '${error.claim}' claim must be a number` };
  }
  if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid) {
    const parts = token.split(".").length;
    if (token === "") return { reason: "malformed", message: "Empty JWT is sent in Authorization header" };
    const message =
      parts === 3 ? "JWT cryptographic operation failed" : `Expected 3 parts in JWT; got ${parts}`;
    return { reason: "malformed", message };
  }
  if (error instanceof errors.JOSEAlgNotAllowed && decodeProtectedHeader(token).alg === "none") {
    const details = "JWT is unsecured but expected 'alg' was not 'none'";
    return { reason: "signature", message: "Wrong or unsupported encoding algorithm", details };
  }
  return {
    reason: "signature",
    message: "No suitable key or wrong key type",
    details: "None of the keys was able to decode the JWT",
  };
}
