/** The named guards of the route table: each wraps an endpoint and lets through what it may answer. */
import { z } from "zod";
import type { BucketRule } from "../core/address-limits.ts";
import { networkOf } from "../core/network.ts";
import type { Claims } from "../core/tokens.ts";
import type { LimitGroup } from "./config.ts";
import type { AuthContext, AuthDeps, Caller, CallerEndpoint, Endpoint } from "./endpoint.ts";
import { AuthError, validationFailed } from "./errors.ts";
import { findSession } from "./models/session.ts";
import { findUserById } from "./models/user.ts";

const ADMIN_ROLES = new Set(["service_role", "supabase_admin"]);

/** Refuses an address with a NUL in its query: Postgres stores none, and nobody means one. */
export async function storable(c: AuthContext, next: () => Promise<void>): Promise<void> {
  if (new URL(c.req.url).search.includes("%00")) {
    throw validationFailed("The address contains characters that cannot be stored");
  }
  await next();
}

/** Refuses an address that asks too often. */
export function limited(deps: AuthDeps, group: LimitGroup, endpoint: Endpoint): Endpoint {
  return async (c) => {
    await spendAddress(deps, group, c);
    return endpoint(c);
  };
}

/** Throws over_request_rate_limit. */
export async function spendAddress(deps: AuthDeps, group: LimitGroup, c: AuthContext): Promise<void> {
  await spend(deps, `${group} ${networkOf(c.env.ip)}`, deps.settings.addressLimits[group]);
}

/** Six digits are a million: after a handful of guesses they come slowly. */
const CODE_GUESSES = { burst: 10, perSecond: 1 / 30 };

/** Before a code is compared. `name` is what it would open. Throws over_request_rate_limit. */
export async function spendCodeGuess(deps: AuthDeps, name: string): Promise<void> {
  await spend(deps, name, CODE_GUESSES);
}

async function spend({ limits }: AuthDeps, name: string, rule: BucketRule): Promise<void> {
  const wait = await limits.spend(name, rule);
  if (wait > 0) throw tooManyRequests(wait);
}

export function tooManyRequests(retryAfterSeconds: number): AuthError {
  return new AuthError(429, "over_request_rate_limit", "Request rate limit reached", { retryAfterSeconds });
}

/** Requires the token of an account that exists, in a session that has not ended. */
export function authenticated(deps: AuthDeps, endpoint: CallerEndpoint): Endpoint {
  return async (c) => endpoint(c, await callerOf(deps, c));
}

/** Requires the service's own key, or a token of its role. */
export function admin(endpoint: Endpoint): Endpoint {
  return async (c) => {
    const { claims } = checkToken(c);
    if (ADMIN_ROLES.has(claims.role ?? "")) return endpoint(c);
    throw new AuthError(403, "not_admin", "User not allowed");
  };
}

/** Keeps out who signed in without a name. */
export function notAnonymous(endpoint: CallerEndpoint): CallerEndpoint {
  return (c, caller) => {
    if (!caller.user.is_anonymous) return endpoint(c, caller);
    const message = "Anonymous user not allowed to perform these actions";
    throw new AuthError(403, "no_authorization", message);
  };
}

/** Throws no_authorization, bad_jwt, user_not_found, session_not_found or user_banned. */
export async function callerOf(deps: AuthDeps, c: AuthContext): Promise<Caller> {
  // An API key beside it opens the way here, but says nothing about who it is.
  if (!/^bearer\s+(?!sb_)/i.test(c.req.header("authorization") ?? "")) throw noAuthorization();
  const { claims } = checkToken(c);
  if (!claims.sub) throw new AuthError(403, "bad_jwt", "invalid claim: missing sub claim");
  if (!isUuid(claims.sub)) throw new AuthError(403, "bad_jwt", "invalid claim: sub claim must be a UUID");
  if (claims.session_id && !isUuid(claims.session_id)) {
    throw new AuthError(403, "bad_jwt", "invalid claim: session_id claim must be a UUID");
  }

  const [user, session] = await Promise.all([
    findUserById(deps.sql, claims.sub),
    claims.session_id ? findSession(deps.sql, claims.session_id) : null,
  ]);
  if (!user) throw new AuthError(403, "user_not_found", "User from sub claim in JWT does not exist");
  if (claims.session_id && (!session || session.ended || session.user_id !== user.id)) {
    const message = "Session from session_id claim in JWT does not exist";
    throw new AuthError(403, "session_not_found", message);
  }
  if (isBanned(user.banned_until)) throw new AuthError(403, "user_banned", "User is banned");
  return { user, session };
}

function checkToken(c: AuthContext): { claims: Claims } {
  const { claims, tokenFailure } = c.env;
  if (tokenFailure) {
    const message = `invalid JWT: unable to parse or verify signature, ${tokenFailure.message}`;
    throw new AuthError(403, "bad_jwt", message);
  }
  if (claims) return { claims };
  throw noAuthorization();
}

function noAuthorization(): AuthError {
  return new AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token");
}

export function isBanned(until: Date | null): boolean {
  return until !== null && until.getTime() > Date.now();
}

export function isUuid(value: string): boolean {
  return z.guid().safeParse(value).success;
}
