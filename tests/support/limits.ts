/** Limits for services that tests start on their own. */
import type { Sql } from "#backend/core/database/database.ts";
import { Limits } from "#backend/core/limits/limits.ts";

/** For tests of something else that write a lot of this kind. */
export async function liftLimits(sql: Sql, kind: "order" | "review"): Promise<void> {
  await sql`update public.limits set maximum = null where starts_with(name, ${kind})`;
}

/** For tests of something else than limits. */
export function createUnlimited(): Limits {
  const limits = new Limits();
  limits.replace(limits.all.map((limit) => ({ ...limit, maximum: null })));
  return limits;
}

/** Limits of a client's address that are used up after as many requests, and refill in hours. */
export function createStrictLimits(maxima: Record<string, number>, scope = "address"): Limits {
  const overrides = Object.entries(maxima).map(([name, maximum]) => [
    `${name}/everyone/${scope}`,
    { maximum, periodSeconds: maximum * 1000 },
  ]);
  return new Limits(Object.fromEntries(overrides));
}
