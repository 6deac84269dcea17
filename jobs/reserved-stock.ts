/**
 * Gives the stock of orders back that nobody confirmed in time, by calling the shop's function that does it, as a
 * schedule would on a hosted project. Each instance calls it; what one works on, the others skip. The orders remain.
 */
import { connectDatabase, type DatabaseTarget } from "#backend/core/database.ts";
import type { Logger } from "#backend/core/log.ts";
import { startPeriodicTask } from "#backend/core/periodic-task.ts";

/** A little longer than an idle connection stays open, so that the job holds none in between. */
const INTERVAL_MS = 6 * 60_000;
const INITIAL_DELAY_MS = 25_000;

/** Returns a stop function. A call in progress ends after some dozens of orders. */
export function startReservedStock(target: DatabaseTarget, log: Logger): () => Promise<void> {
  const sql = connectDatabase(target, { user: "postgres", max: 1, applicationName: "reserved stock" });
  let isStopping = false;
  const stop = startPeriodicTask(
    { name: "Reserved stock", intervalMs: INTERVAL_MS, initialDelayMs: INITIAL_DELAY_MS },
    log,
    async () => {
      let hasMore = true;
      while (hasMore && !isStopping) {
        const [row] = await sql<{ more: boolean }[]>`select private.release_expired_stock() as more`;
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
