/**
 * Token buckets by client address, one set for each group of endpoints. They live in this process: with several
 * copies each allows its own share, which slows a flood well enough. What must hold across copies is kept in the
 * database (auth/limits.ts, auth/models/sign-in-limit.ts).
 */
import { LRUCache } from "lru-cache";
import { networkOf } from "./network.ts";

export interface BucketRule {
  /** Requests that may come at once. */
  burst: number;
  /** Requests that come back each second. */
  perSecond: number;
}

export interface Bucket {
  tokens: number;
  /** Milliseconds since the epoch. */
  updatedAt: number;
}

/** Buckets remembered at most: past it the longest unused are forgotten, which are the fullest. */
const MAX_BUCKETS = 50_000;

export interface AddressLimiter<Group extends string> {
  /** Spends a request, or one that costs as much as several; 0 when it was allowed, else the whole seconds to wait. */
  spend(group: Group, ip: string, cost?: number): number;
}

/** `now` gives milliseconds since the epoch. */
export function createAddressLimiter<Group extends string>(
  limits: Record<Group, BucketRule>,
  now: () => number = Date.now,
): AddressLimiter<Group> {
  const buckets = new LRUCache<string, Bucket>({ max: MAX_BUCKETS });
  return {
    spend: (group, ip, cost = 1) => {
      const key = `${group} ${networkOf(ip)}`;
      const { bucket, waitSeconds } = spendFrom(buckets.get(key), limits[group], now(), cost);
      buckets.set(key, bucket);
      return waitSeconds;
    },
  };
}

/** One spending of `cost` requests: the bucket as it is afterwards, and the whole seconds to wait when refused. */
export function spendFrom(
  bucket: Bucket | undefined,
  rule: BucketRule,
  now: number,
  cost = 1,
): { bucket: Bucket; waitSeconds: number } {
  const elapsed = bucket ? Math.max(0, now - bucket.updatedAt) / 1000 : 0;
  const tokens = bucket ? Math.min(rule.burst, bucket.tokens + elapsed * rule.perSecond) : rule.burst;
  if (tokens >= cost) return { bucket: { tokens: tokens - cost, updatedAt: now }, waitSeconds: 0 };
  return { bucket: { tokens, updatedAt: now }, waitSeconds: Math.ceil((cost - tokens) / rule.perSecond) };
}
