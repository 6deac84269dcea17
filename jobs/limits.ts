/**
 * Keeps the limits of this process and the table of limits the same: adds the limits that the table lacks, takes the
 * values that administrators set, and writes down what was refused. The database tells through the notifications of
 * page changes that the table has changed.
 */
import type { Sql } from "#backend/core/database/database.ts";
import type { Limits } from "#backend/core/limits/limits.ts";
import type { Limit } from "#backend/core/limits/process-limits.ts";
import type { Logger } from "#backend/core/observability/log.ts";
import { startPeriodicTask } from "#backend/core/timing/periodic-task.ts";
import type { Backend } from "#backend/index.ts";
import { connectJob } from "./connect-job.ts";

const REFUSALS_INTERVAL_MS = 30_000;
const CLEANUP = { name: "Limits", intervalMs: 3_600_000, initialDelayMs: 120_000 };
/** The tag of the table in the notifications of page changes. */
const TAG = "limits";
const BUCKETS_KEPT = "1 day";
const REFUSALS_KEPT = "90 days";

/** Resolves when the values of the table are in effect, to a function that stops it. */
export async function startLimits(
  { target, limits, onPageChange }: Pick<Backend, "target" | "limits" | "onPageChange">,
  log: Logger,
): Promise<() => Promise<void>> {
  const sql = connectJob(target, "limits");
  const load = async () =>
    limits.replace(
      await sql<Limit[]>`
    select name, audience, scope, label, maximum::float8, period_seconds as "periodSeconds" from public.limits`,
    );
  await insertMissingLimits(sql, limits);
  await load();
  onPageChange((change) => {
    if (change && ![...change.wrong, ...change.old].includes(TAG)) return;
    load().catch((error: unknown) =>
      log.warn({ error: String(error) }, "the limits could not be read again"),
    );
  });
  const stopRecords = startPeriodicTask({ name: "Limits", intervalMs: REFUSALS_INTERVAL_MS }, log, () =>
    recordRefusals(sql, limits),
  );
  const stopCleanup = startPeriodicTask(CLEANUP, log, () => deleteOldRows(sql));
  return async () => {
    await Promise.all([stopRecords(), stopCleanup()]);
    await recordRefusals(sql, limits).catch(() => {});
    await sql.end({ timeout: 1 });
  };
}

async function insertMissingLimits(sql: Sql, limits: Limits): Promise<void> {
  const rows = limits.all.map(({ periodSeconds, ...limit }) => ({ ...limit, period_seconds: periodSeconds }));
  await sql`insert into public.limits ${sql(rows)} on conflict do nothing`;
}

async function recordRefusals(sql: Sql, limits: Limits): Promise<void> {
  const refusals = [...limits.drainRefusals()].map(([key, refused]) => ({ key, refused }));
  if (refusals.length === 0) return;
  try {
    await sql`
      insert into public.limit_refusals as r (name, audience, scope, refused)
      select l.name, l.audience, l.scope, n.refused
      from jsonb_to_recordset(${sql.json(refusals)}) n (key text, refused bigint)
      join public.limits l on n.key = l.name || '/' || l.audience || '/' || l.scope
      on conflict (name, audience, scope, day) do update set refused = r.refused + excluded.refused`;
  } catch (error) {
    // The next round writes them down.
    for (const { key, refused } of refusals) limits.countRefusal(key, refused);
    throw error;
  }
}

/** Reads the buckets as a whole: they have no index on their time, which nearly every request would have to write. */
export async function deleteOldRows(sql: Sql): Promise<void> {
  await sql`delete from public.limit_refusals where day < current_date - ${REFUSALS_KEPT}::interval`;
  await sql`delete from private.limit_buckets where updated_at < now() - ${BUCKETS_KEPT}::interval`;
}
