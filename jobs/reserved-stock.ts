/** Gives the stock of orders back that nobody confirmed in time. The orders remain. */
import type { DatabaseTarget } from "#backend/core/database/database.ts";
import type { Logger } from "#backend/core/observability/log.ts";
import { startCatchUp } from "./catch-up.ts";

/** Returns a stop function. A call in progress ends after some dozens of orders. */
export function startReservedStock(target: DatabaseTarget, log: Logger): () => Promise<void> {
  return startCatchUp(target, log, {
    name: "Reserved stock",
    initialDelayMs: 25_000,
    call: (sql) => sql<{ more: boolean }[]>`select private.release_expired_stock() as more`,
  });
}
