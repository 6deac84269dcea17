/** A token bucket: allows a burst, then as many per second as are refilled. */

export interface RateLimitRule {
  /** The maximum number of requests at once. */
  burst: number;
  /** Tokens that are refilled each second. */
  perSecond: number;
}

export interface TokenBucket {
  tokens: number;
  /** In milliseconds, as `now`. */
  updatedAt: number;
}

/** The longest wait that is reported: with a limit of 0 there is no end. */
export const MAX_WAIT_SECONDS = 86_400;

/**
 * Consumes `cost` tokens: returns the new state of the bucket, and the whole seconds to wait when it was
 * rejected. `now` is in milliseconds of a clock that never steps back.
 */
export function consumeTokens(
  bucket: TokenBucket | undefined,
  rule: RateLimitRule,
  now: number,
  cost: number,
): { bucket: TokenBucket; waitSeconds: number } {
  const elapsed = bucket ? Math.max(0, now - bucket.updatedAt) / 1000 : 0;
  const tokens = bucket ? Math.min(rule.burst, bucket.tokens + elapsed * rule.perSecond) : rule.burst;
  if (tokens >= cost) return { bucket: { tokens: tokens - cost, updatedAt: now }, waitSeconds: 0 };
  const waitSeconds = Math.min(Math.ceil((cost - tokens) / rule.perSecond), MAX_WAIT_SECONDS);
  return { bucket: { tokens, updatedAt: now }, waitSeconds };
}
