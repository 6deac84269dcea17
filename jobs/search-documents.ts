/**
 * The search's own upkeep: writes the documents of imported products, and once a day takes the sales into their order.
 * Without it an imported product is found by its name and reference only.
 */
import type { DatabaseTarget } from "#backend/core/database/database.ts";
import type { Logger } from "#backend/core/observability/log.ts";
import { startCatchUp } from "./catch-up.ts";

const DAY_MS = 24 * 3_600_000;

/** Returns a stop function. A call in progress ends after at most 500 products, or the whole of the order. */
export function startSearchDocuments(target: DatabaseTarget, log: Logger): () => Promise<void> {
  const stopDocuments = startCatchUp(target, log, {
    name: "Search documents",
    initialDelayMs: 15_000,
    call: (sql) => sql<{ more: boolean }[]>`select private.write_pending_documents() as more`,
  });
  const stopRanks = startCatchUp(target, log, {
    name: "Search ranks",
    initialDelayMs: 180_000,
    intervalMs: DAY_MS,
    call: (sql) => sql<{ more: boolean }[]>`select private.refresh_search_ranks() as more`,
  });
  return async () => {
    await Promise.all([stopDocuments(), stopRanks()]);
  };
}
