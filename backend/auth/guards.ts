/**
 * The guards of the route table. Each wraps an endpoint and passes on only the requests that it may handle.
 */

import { getClientNetwork } from "#backend/core/client-network.ts";
import type { TransactionSql } from "#backend/core/database/database.ts";
import type { Claims } from "#backend/core/gateway/tokens.ts";
import { getClientKeys, getLimitKey } from "#backend/core/limits/limits.ts";
import type { LimitName } from "#backend/core/limits/process-limits.ts";
import type { RateLimitRule } from "#backend/core/limits/token-bucket.ts";
import { isUuid } from "#backend/core/values/uuid.ts";
import type { AuthContext, AuthDeps, Caller, CallerEndpoint, Endpoint } from "./endpoint.ts";
import { AuthError, validationFailed } from "./errors.ts";
import { findSession } from "./models/session.ts";
import { findUserById, isBanned, lockUser } from "./models/user.ts";

const PARALLEL_RETRY_SECONDS = 2;
const ADMIN_ROLES = new Set(["service_role", "supabase_admin"]);

/** Rejects a URL with NUL in its query: Postgres cannot store it, and no legitimate request contains it. */
export async function rejectNulBytes(c: AuthContext, next: () => Promise<void>): Promise<void> {
  if (new URL(c.req.url).search.includes("%00")) {
    throw validationFailed("The address contains characters that cannot be stored");
  }
  await next();
}

/** Applies a limit of the caller's address and network. */
export function withRateLimit(deps: AuthDeps, limit: LimitName, endpoint: Endpoint): Endpoint {
  return async (c) => {
    await consumeClientLimit(deps, limit, c);
    return endpoint(c);
  };
}

/**
 * Limits how many requests of one network may be under way, before they reach the database: a flood costs nobody
 * else its time. The work must not wait for the client, who would keep its place from others.
 */
export function createParallelLimit({ limits }: AuthDeps, name: LimitName) {
  const running = new Map<string, number>();
  return async (c: AuthContext, work: () => Promise<Response>): Promise<Response> => {
    const network = getClientNetwork(c.env.ip);
    const count = running.get(network) ?? 0;
    if (count >= (limits.getMaximum(name, "network") ?? Number.POSITIVE_INFINITY)) {
      limits.countRefusal(getLimitKey({ name, audience: "everyone", scope: "network" }));
      throw tooManyRequests(PARALLEL_RETRY_SECONDS);
    }
    running.set(network, count + 1);
    try {
      return await work();
    } finally {
      const left = (running.get(network) ?? 1) - 1;
      if (left > 0) running.set(network, left);
      else running.delete(network);
    }
  };
}

/** Throws over_request_rate_limit. */
export async function consumeClientLimit(deps: AuthDeps, name: LimitName, c: AuthContext): Promise<void> {
  for (const [scope, key] of getClientKeys(c.env.ip)) {
    const rule = deps.limits.getRule(name, scope);
    const wait = await deps.rateLimiter.consume(`${name} ${scope} ${key}`, rule);
    if (wait === 0) continue;
    deps.limits.countRefusal(getLimitKey({ name, audience: "everyone", scope }));
    throw tooManyRequests(wait);
  }
}

/** A six-digit code has a million values, so attempts are slowed after a handful. */
const CODE_ATTEMPTS = { burst: 10, perSecond: 1 / 30 };

/**
 * Call before a code is compared. `name` identifies what the code would open. Throws over_request_rate_limit.
 */
export async function consumeCodeAttempt(deps: AuthDeps, name: string): Promise<void> {
  await consumeSharedLimit(deps, name, CODE_ATTEMPTS);
}

async function consumeSharedLimit(
  { rateLimiter }: AuthDeps,
  name: string,
  rule: RateLimitRule,
): Promise<void> {
  const wait = await rateLimiter.consume(name, rule);
  if (wait > 0) throw tooManyRequests(wait);
}

export function tooManyRequests(retryAfterSeconds: number): AuthError {
  return new AuthError(429, "over_request_rate_limit", "Request rate limit reached", { retryAfterSeconds });
}

/** Requires a token of an existing account whose session has not ended. */
export function requireUser(deps: AuthDeps, endpoint: CallerEndpoint): Endpoint {
  return async (c) => endpoint(c, await deps.turns.run(c.env.ip, () => authenticateCaller(deps, c)));
}

/** Requires the service's own key or a token of its role. */
export function requireServiceRole(endpoint: Endpoint): Endpoint {
  return async (c) => {
    const { claims } = checkToken(c);
    if (ADMIN_ROLES.has(claims.role ?? "")) return endpoint(c);
    throw new AuthError(403, "not_admin", "User not allowed");
  };
}

/** Rejects anonymous users. */
export function rejectAnonymous(endpoint: CallerEndpoint): CallerEndpoint {
  return (c, caller) => {
    if (!caller.user.is_anonymous) return endpoint(c, caller);
    const message = "Anonymous user not allowed to perform these actions";
    throw new AuthError(403, "no_authorization", message);
  };
}

/** Throws no_authorization, bad_jwt, user_not_found, session_not_found or user_banned. */
export async function authenticateCaller(deps: AuthDeps, c: AuthContext): Promise<Caller> {
  // An API key grants access to the service but does not identify a user.
  if (!/^bearer\s+(?!sb_)/i.test(c.req.header("authorization") ?? "")) throw noAuthorization();
  const { claims } = checkToken(c);
  if (!claims.sub) throw new AuthError(403, "bad_jwt", "invalid claim: missing sub claim");
  if (!isUuid(claims.sub)) throw new AuthError(403, "bad_jwt", "invalid claim: sub claim must be a UUID");
  if (claims.session_id && !isUuid(claims.session_id)) {
    throw new AuthError(403, "bad_jwt", "invalid claim: session_id claim must be a UUID");
  }

  // One after the other: a turn of a network takes one connection, so that its turns leave the others of the pool.
  const user = await findUserById(deps.sql, claims.sub);
  const session = claims.session_id ? await findSession(deps.sql, claims.session_id) : null;
  if (!user) throw callerNotFound();
  if (claims.session_id && (!session || session.ended || session.user_id !== user.id)) {
    const message = "Session from session_id claim in JWT does not exist";
    throw new AuthError(403, "session_not_found", message);
  }
  if (isBanned(user)) throw new AuthError(403, "user_banned", "User is banned");
  return { user, session };
}

/** Call at the start of a change of the caller's account. Throws user_not_found when it was deleted meanwhile. */
export async function lockCaller(tx: TransactionSql, { user }: Caller): Promise<void> {
  if (!(await lockUser(tx, user.id))) throw callerNotFound();
}

export function callerNotFound(): AuthError {
  return new AuthError(403, "user_not_found", "User from sub claim in JWT does not exist");
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
