/**
 * Rate limits shared by all instances: their buckets are rows (models/rate-limit.ts). A blocked
 * name is remembered in memory until its wait is over, so that a flood does not reach the database.
 */
import { LRUCache } from "lru-cache";
import type { Sql } from "#backend/core/database/database.ts";
import { MAX_WAIT_SECONDS, type RateLimitRule } from "#backend/core/limits/token-bucket.ts";
import { consumeRateLimit, deleteRateLimit, findRateLimitWait } from "./models/rate-limit.ts";

export interface SharedRateLimiter {
  /**
   * Consumes one token of the bucket `name`. Resolves to 0 when it was allowed, else to the whole seconds to
   * wait.
   */
  consume(name: string, rule: RateLimitRule): Promise<number>;
  /** What `consume` would resolve to, without consuming. */
  peek(name: string, rule: RateLimitRule): Promise<number>;
  /** Fills the bucket again: what its tokens were consumed for did not happen. */
  reset(name: string, rule: RateLimitRule): Promise<void>;
}

const MAX_BLOCKED = 20_000;

/** `now` returns milliseconds of a clock that never steps back. */
export function createSharedRateLimiter(
  sql: Sql,
  now: () => number = () => performance.now(),
): SharedRateLimiter {
  const blockedUntil = new LRUCache<string, number>({ max: MAX_BLOCKED });
  const remembering = async (
    name: string,
    rule: RateLimitRule,
    read: (...args: [Sql, string, RateLimitRule]) => Promise<number>,
  ) => {
    // Such a bucket never fills.
    if (rule.burst < 1) return MAX_WAIT_SECONDS;
    // The wait is that of this rule: an administrator may raise it meanwhile.
    const key = toKey(name, rule);
    const left = (blockedUntil.get(key) ?? 0) - now();
    if (left > 0) return Math.ceil(left / 1000);
    const wait = await read(sql, name, rule);
    if (wait > 0) blockedUntil.set(key, now() + wait * 1000);
    return wait;
  };
  return {
    consume: (name, rule) => remembering(name, rule, consumeRateLimit),
    peek: (name, rule) => remembering(name, rule, findRateLimitWait),
    reset: async (name, rule) => {
      await deleteRateLimit(sql, name);
      blockedUntil.delete(toKey(name, rule));
    },
  };
}

const toKey = (name: string, rule: RateLimitRule) => `${rule.burst} ${rule.perSecond} ${name}`;
