/**
 * Work that one of the shop's functions does in the database, a part at each call: called every few minutes, as a
 * schedule would on a hosted project, and again at once while there is more. Each instance calls it; the function sees
 * to it that two calls at the same time do no work twice.
 */
import type { DatabaseTarget, Sql } from "#backend/core/database/database.ts";
import type { Logger } from "#backend/core/observability/log.ts";
import { startPeriodicTask } from "#backend/core/timing/periodic-task.ts";
import { connectJob } from "./connect-job.ts";

/** A little longer than an idle connection stays open, so that the job holds none in between. */
const INTERVAL_MS = 6 * 60_000;

interface CatchUp {
  /** For the log and, in lower case, as the name of its connection. */
  name: string;
  /** Delay of the first call after the start. */
  initialDelayMs: number;
  /** Every few minutes by default. */
  intervalMs?: number;
  /** Calls the function. The column tells whether there is more to do. */
  call(sql: Sql): Promise<{ more: boolean }[]>;
}

/** Returns a stop function. A call in progress ends with its part of the work. */
export function startCatchUp(
  target: DatabaseTarget,
  log: Logger,
  { name, initialDelayMs, intervalMs = INTERVAL_MS, call }: CatchUp,
): () => Promise<void> {
  const sql = connectJob(target, name.toLowerCase());
  let isStopping = false;
  const stop = startPeriodicTask({ name, intervalMs, initialDelayMs }, log, async () => {
    let hasMore = true;
    while (hasMore && !isStopping) {
      const [row] = await call(sql);
      hasMore = row?.more ?? false;
    }
  });
  return async () => {
    isStopping = true;
    await stop();
    await sql.end({ timeout: 1 });
  };
}
