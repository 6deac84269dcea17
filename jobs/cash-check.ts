/** Compares what each order has paid with the cash book, once a night. The dashboard shows the outcome. */
import type { DatabaseTarget } from "#backend/core/database.ts";
import type { Logger } from "#backend/core/log.ts";
import { startCatchUp } from "./catch-up.ts";

/** Returns a stop function. A call in progress ends after some thousands of orders. */
export function startCashCheck(target: DatabaseTarget, log: Logger): () => Promise<void> {
  return startCatchUp(target, log, {
    name: "Cash check",
    initialDelayMs: 40_000,
    call: (sql) => sql<{ more: boolean }[]>`select private.check_cash() as more`,
  });
}
