/**
 * Token buckets by client network (client-network.ts), one set for each group of endpoints. They are in the
 * memory of this instance: each of several instances allows its own share, which is enough against floods.
 * Limits that must hold for all instances together are stored in the database (auth/shared-rate-limiter.ts,
 * auth/models/sign-in-limit.ts).
 */
import { LRUCache } from "lru-cache";
import { getClientNetwork } from "./client-network.ts";

export interface RateLimitRule {
  /** The maximum number of requests at once. */
  burst: number;
  /** Tokens that are refilled each second. */
  perSecond: number;
}

export interface TokenBucket {
  tokens: number;
  /** Milliseconds since the epoch. */
  updatedAt: number;
}

/**
 * The maximum number of buckets in memory. Beyond it the least recently used are evicted, which are the
 * fullest.
 */
const MAX_BUCKETS = 50_000;

export interface IpRateLimiter<Group extends string> {
  /** Consumes one token, or `cost` tokens. Returns 0 when it was allowed, else the whole seconds to wait. */
  consume(group: Group, ip: string, cost?: number): number;
}

/** `now` returns milliseconds since the epoch. */
export function createIpRateLimiter<Group extends string>(
  limits: Record<Group, RateLimitRule>,
  now: () => number = Date.now,
): IpRateLimiter<Group> {
  const buckets = new LRUCache<string, TokenBucket>({ max: MAX_BUCKETS });
  return {
    consume: (group, ip, cost = 1) => {
      const key = `${group} ${getClientNetwork(ip)}`;
      const { bucket, waitSeconds } = consumeTokens(buckets.get(key), limits[group], now(), cost);
      buckets.set(key, bucket);
      return waitSeconds;
    },
  };
}

/**
 * Consumes `cost` tokens: returns the new state of the bucket, and the whole seconds to wait when it was
 * rejected.
 */
export function consumeTokens(
  bucket: TokenBucket | undefined,
  rule: RateLimitRule,
  now: number,
  cost = 1,
): { bucket: TokenBucket; waitSeconds: number } {
  const elapsed = bucket ? Math.max(0, now - bucket.updatedAt) / 1000 : 0;
  const tokens = bucket ? Math.min(rule.burst, bucket.tokens + elapsed * rule.perSecond) : rule.burst;
  if (tokens >= cost) return { bucket: { tokens: tokens - cost, updatedAt: now }, waitSeconds: 0 };
  return { bucket: { tokens, updatedAt: now }, waitSeconds: Math.ceil((cost - tokens) / rule.perSecond) };
}
