/**
 * Limits that hold for all copies of the process together: their buckets are rows (models/rate-limit.ts). Who was
 * refused is remembered here until the wait is over, so that a flood does not reach the database.
 */
import { LRUCache } from "lru-cache";
import type { BucketRule } from "../core/address-limits.ts";
import type { Sql } from "../core/database.ts";
import { spendLimit } from "./models/rate-limit.ts";

export interface Limits {
  /** Spends one of what `name` stands for; 0 when it was allowed, else the whole seconds to wait. */
  spend(name: string, rule: BucketRule): Promise<number>;
}

const MAX_REFUSED = 20_000;

/** `now` gives milliseconds since the epoch. */
export function createLimits(sql: Sql, now: () => number = Date.now): Limits {
  const refusedUntil = new LRUCache<string, number>({ max: MAX_REFUSED });
  return {
    spend: async (name, rule) => {
      const left = (refusedUntil.get(name) ?? 0) - now();
      if (left > 0) return Math.ceil(left / 1000);
      const wait = await spendLimit(sql, name, rule);
      if (wait > 0) refusedUntil.set(name, now() + wait * 1000);
      return wait;
    },
  };
}
