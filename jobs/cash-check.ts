/** Sums the past days of the cash book, and compares what each order has paid with it, once a night. The dashboard shows the outcome. */
import type { DatabaseTarget } from "#backend/core/database/database.ts";
import type { Logger } from "#backend/core/observability/log.ts";
import { startCatchUp } from "./catch-up.ts";

/** Returns a stop function. A call in progress ends after some thousands of orders. */
export function startCashCheck(target: DatabaseTarget, log: Logger): () => Promise<void> {
  return startCatchUp(target, log, {
    name: "Cash check",
    initialDelayMs: 40_000,
    call: async (sql) => {
      // Transactions of their own: nobody writes into the book while its days are summed.
      const [summed] = await sql<{ more: boolean }[]>`select private.sum_cash_days() as more`;
      return summed?.more ? [summed] : sql<{ more: boolean }[]>`select private.check_cash() as more`;
    },
  });
}
