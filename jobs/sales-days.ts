/**
 * Counts the orders into the daily sums of the dashboard, by calling the shop's function that does it, as a
 * schedule would on a hosted project. Each instance calls it; a second call at the same time does nothing. The
 * figures are exact without it, but take longer, the more orders are not counted yet.
 */
import type { DatabaseTarget } from "#backend/core/database.ts";
import type { Logger } from "#backend/core/log.ts";
import { startPeriodicTask } from "#backend/core/periodic-task.ts";
import { connectJob } from "./connect-job.ts";

/** A little longer than an idle connection stays open, so that the job holds none in between. */
const INTERVAL_MS = 6 * 60_000;
const INITIAL_DELAY_MS = 20_000;

/** Returns a stop function. A call in progress ends after at most a month of orders. */
export function startSalesDays(target: DatabaseTarget, log: Logger): () => Promise<void> {
  const sql = connectJob(target, "sales days");
  let isStopping = false;
  const stop = startPeriodicTask(
    { name: "Sales days", intervalMs: INTERVAL_MS, initialDelayMs: INITIAL_DELAY_MS },
    log,
    async () => {
      let hasMore = true;
      while (hasMore && !isStopping) {
        const [row] = await sql<{ more: boolean }[]>`select private.close_sales_days() as more`;
        hasMore = row?.more ?? false;
      }
    },
  );
  return async () => {
    isStopping = true;
    await stop();
    await sql.end({ timeout: 1 });
  };
}
