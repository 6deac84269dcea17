/**
 * Enforces the limits of the processes (process-limits.ts). What is counted here is counted by this instance alone, and
 * each of several instances allows its own share, which is enough against floods. Limits that must hold for all
 * instances together are counted in the database, by auth/shared-rate-limiter.ts or by the shop's own functions.
 */
import { LRUCache } from "lru-cache";
import postgres from "postgres";
import { getClientAddress, getClientNetwork } from "#backend/core/client-network.ts";
import { LIMIT_REFUSED } from "#backend/core/database/sqlstates.ts";
import { type Limit, type LimitName, PROCESS_LIMITS, type Scope } from "./process-limits.ts";
import { consumeTokens, type RateLimitRule, type TokenBucket } from "./token-bucket.ts";

const HOUR = 3600;

/**
 * The maximum number of buckets in memory. Beyond it the least recently used are evicted, which are the
 * fullest.
 */
const MAX_BUCKETS = 50_000;
const UNLIMITED: RateLimitRule = { burst: 1e12, perSecond: 1e12 };

/** The key of a row of the table of limits: `sign_in/everyone/address`. */
export function getLimitKey({ name, audience, scope }: Pick<Limit, "name" | "audience" | "scope">): string {
  return `${name}/${audience}/${scope}`;
}

export class Limits {
  /** By getLimitKey. */
  readonly #limits: Map<string, Limit>;
  readonly #buckets = new LRUCache<string, TokenBucket>({ max: MAX_BUCKETS });
  readonly #refusals = new Map<string, number>();
  readonly #now: () => number;

  /** `overrides` are by getLimitKey. `now` returns milliseconds of a clock that never steps back. */
  constructor(
    overrides: Record<string, Pick<Limit, "maximum" | "periodSeconds">> = {},
    now: () => number = () => performance.now(),
  ) {
    this.#now = now;
    this.#limits = new Map(
      PROCESS_LIMITS.map((limit: Limit) => {
        const key = getLimitKey(limit);
        return [key, { ...limit, ...overrides[key] }];
      }),
    );
  }

  /** All limits with their present values. */
  get all(): Limit[] {
    return [...this.#limits.values()];
  }

  /** Takes the values of the table. Limits that the processes do not enforce are ignored. */
  replace(rows: readonly Limit[]): void {
    for (const { maximum, periodSeconds, ...row } of rows) {
      const limit = this.#limits.get(getLimitKey(row));
      if (limit) this.#limits.set(getLimitKey(row), { ...limit, maximum, periodSeconds });
    }
  }

  /** The present rule of a limit by time. */
  getRule(name: LimitName, scope: Scope, audience: Limit["audience"] = "everyone"): RateLimitRule {
    const limit = this.#limits.get(getLimitKey({ name, audience, scope }));
    if (limit?.maximum == null) return UNLIMITED;
    return { burst: limit.maximum, perSecond: limit.maximum / (limit.periodSeconds ?? HOUR) };
  }

  /** The present maximum; null when there is none. */
  getMaximum(name: LimitName, scope: Scope, audience: Limit["audience"] = "everyone"): number | null {
    return this.#limits.get(getLimitKey({ name, audience, scope }))?.maximum ?? null;
  }

  /**
   * Consumes one token, or `cost` tokens, of the caller's address and network. Returns 0 when it was allowed, else
   * the whole seconds to wait.
   */
  take(name: LimitName, ip: string, cost = 1): number {
    return this.#consume(name, ip, cost, (id, bucket) => this.#buckets.set(id, bucket));
  }

  /** As `take`, but consumes nothing: for what is counted only when it has failed. */
  getWait(name: LimitName, ip: string): number {
    return this.#consume(name, ip, 1, () => {});
  }

  /**
   * As `take`, for what the caller has spent already: it is consumed also when too little is left, and owed then.
   * Returns the whole seconds until nothing is owed.
   */
  takeOnCredit(name: LimitName, ip: string, cost: number): number {
    let waitSeconds = 0;
    for (const [scope, key] of getClientKeys(ip)) {
      const id = `${name} ${scope} ${key}`;
      const rule = this.getRule(name, scope);
      const { bucket } = consumeTokens(this.#buckets.get(id), rule, this.#now(), 0);
      const tokens = bucket.tokens - cost;
      this.#buckets.set(id, { ...bucket, tokens });
      if (tokens >= 0) continue;
      this.countRefusal(getLimitKey({ name, audience: "everyone", scope }));
      waitSeconds = Math.max(waitSeconds, Math.ceil(-tokens / rule.perSecond));
    }
    return waitSeconds;
  }

  #consume(
    name: LimitName,
    ip: string,
    cost: number,
    keep: (id: string, bucket: TokenBucket) => void,
  ): number {
    for (const [scope, key] of getClientKeys(ip)) {
      const id = `${name} ${scope} ${key}`;
      const rule = this.getRule(name, scope);
      const { bucket, waitSeconds } = consumeTokens(this.#buckets.get(id), rule, this.#now(), cost);
      keep(id, bucket);
      if (waitSeconds > 0) {
        this.countRefusal(getLimitKey({ name, audience: "everyone", scope }));
        return waitSeconds;
      }
    }
    return 0;
  }

  /** Consumes tokens of a bucket that its socket holds. */
  takeOfSocket(name: LimitName, bucket: TokenBucket | undefined, cost = 1) {
    const taken = consumeTokens(bucket, this.getRule(name, "socket"), this.#now(), cost);
    if (taken.waitSeconds > 0)
      this.countRefusal(getLimitKey({ name, audience: "everyone", scope: "socket" }));
    return taken;
  }

  /** Counts one refusal of a limit, or several, by getLimitKey, for the admin area. */
  countRefusal(key: string, times = 1): void {
    this.#refusals.set(key, (this.#refusals.get(key) ?? 0) + times);
  }

  /** Counts an error of the database that is a refusal; others are ignored. */
  countRefusalOf(error: unknown): void {
    if (!(error instanceof postgres.PostgresError) || error.code !== LIMIT_REFUSED) return;
    const refusal = parseRefusal(error.detail ?? "");
    if (refusal) this.countRefusal(refusal.key);
  }

  /** The refusals since the last call. */
  drainRefusals(): Map<string, number> {
    const drained = new Map(this.#refusals);
    this.#refusals.clear();
    return drained;
  }
}

/** What a limit by client counts, from the narrow to the wide. */
export function getClientKeys(ip: string): ["address" | "network", string][] {
  return [
    ["address", getClientAddress(ip)],
    ["network", getClientNetwork(ip)],
  ];
}

/** The key of the limit that an error of the database names, and the seconds to wait. */
const REFUSAL = /^limit=(?<key>[a-z0-9_]+\/[a-z]+\/[a-z]+)(?: retry=(?<retry>\d+))?$/;

export function parseRefusal(details: string): { key: string; retrySeconds: number | null } | null {
  const { key, retry } = REFUSAL.exec(details)?.groups ?? {};
  return key ? { key, retrySeconds: retry ? Number(retry) : null } : null;
}
