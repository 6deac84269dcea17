/** auth.rate_limits: token buckets shared by all instances. */
import { createHash } from "node:crypto";
import type { Sql, TransactionSql } from "#backend/core/database/database.ts";
import type { RateLimitRule } from "#backend/core/limits/token-bucket.ts";

/** Consumes one token. Resolves to 0 when it was allowed, else to the whole seconds until the next one. */
export async function consumeRateLimit(
  sql: Sql | TransactionSql,
  name: string,
  { burst, perSecond }: RateLimitRule,
): Promise<number> {
  const key = toKey(name);
  const refilled = refill(sql, { burst, perSecond });
  const spent = await sql`
    insert into auth.rate_limits as l (key, tokens, updated_at)
    values (${key}, ${burst - 1}::float8, clock_timestamp())
    on conflict (key) do update set tokens = ${refilled} - 1, updated_at = clock_timestamp()
    where ${refilled} >= 1
    returning 1`;
  if (spent.length > 0) return 0;
  return Math.max(1, await findRateLimitWait(sql, name, { burst, perSecond }));
}

/** The whole seconds until the bucket holds a token; 0 when it does. Consumes nothing. */
export async function findRateLimitWait(
  sql: Sql | TransactionSql,
  name: string,
  rule: RateLimitRule,
): Promise<number> {
  const [bucket] = await sql<{ wait: number }[]>`
    select greatest(0, ceil((1 - ${refill(sql, rule)}) / ${rule.perSecond}::float8))::int as wait
    from auth.rate_limits l where key = ${toKey(name)}`;
  return bucket?.wait ?? 0;
}

export async function deleteRateLimit(sql: Sql, name: string): Promise<void> {
  await sql`delete from auth.rate_limits where key = ${toKey(name)}`;
}

function toKey(name: string): Buffer {
  return createHash("sha256").update(name).digest();
}

/** The tokens of the bucket `l` now. */
function refill(sql: Sql | TransactionSql, { burst, perSecond }: RateLimitRule) {
  const elapsed = sql`greatest(0, extract(epoch from clock_timestamp() - l.updated_at))::float8`;
  return sql`least(${burst}::float8, l.tokens + ${elapsed} * ${perSecond}::float8)`;
}

/** Deletes buckets that have been full for a long time. */
export async function deleteOldRateLimits(sql: TransactionSql): Promise<void> {
  await sql`delete from auth.rate_limits where updated_at < now() - interval '1 day'`;
}
