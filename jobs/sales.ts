/** Writes the prices of sales when they begin, and those from before when they end. */
import type { DatabaseTarget } from "#backend/core/database/database.ts";
import type { Logger } from "#backend/core/observability/log.ts";
import { startCatchUp } from "./catch-up.ts";

/** A sale begins and ends at its minute. */
const INTERVAL_MS = 60_000;

/** Returns a stop function. A call in progress ends after some hundreds of products. */
export function startSales(target: DatabaseTarget, log: Logger): () => Promise<void> {
  return startCatchUp(target, log, {
    name: "Sales",
    initialDelayMs: 5000,
    intervalMs: INTERVAL_MS,
    call: (sql) => sql<{ more: boolean }[]>`select private.run_sales() as more`,
  });
}
