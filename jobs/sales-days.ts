/**
 * Counts the orders into the daily sums of the dashboard. The figures are exact without it, but take longer, the more
 * orders are not counted yet.
 */
import type { DatabaseTarget } from "#backend/core/database/database.ts";
import type { Logger } from "#backend/core/observability/log.ts";
import { startCatchUp } from "./catch-up.ts";

/** Returns a stop function. A call in progress ends after at most a month of orders. */
export function startSalesDays(target: DatabaseTarget, log: Logger): () => Promise<void> {
  return startCatchUp(target, log, {
    name: "Sales days",
    initialDelayMs: 20_000,
    call: (sql) => sql<{ more: boolean }[]>`select private.close_sales_days() as more`,
  });
}
