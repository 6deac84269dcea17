/** Compares each stock with the ledger, once a night. The dashboard shows the outcome. */
import type { DatabaseTarget } from "#backend/core/database/database.ts";
import type { Logger } from "#backend/core/observability/log.ts";
import { startCatchUp } from "./catch-up.ts";

/** Returns a stop function. A call in progress ends after some thousands of products. */
export function startStockCheck(target: DatabaseTarget, log: Logger): () => Promise<void> {
  return startCatchUp(target, log, {
    name: "Stock check",
    initialDelayMs: 50_000,
    call: (sql) => sql<{ more: boolean }[]>`select private.check_stock() as more`,
  });
}
