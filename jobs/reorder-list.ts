/** Computes how fast everything sells, once an hour, for the list of what to reorder. */
import type { DatabaseTarget } from "#backend/core/database/database.ts";
import type { Logger } from "#backend/core/observability/log.ts";
import { startCatchUp } from "./catch-up.ts";

/** Returns a stop function. */
export function startReorderList(target: DatabaseTarget, log: Logger): () => Promise<void> {
  return startCatchUp(target, log, {
    name: "Reorder list",
    initialDelayMs: 55_000,
    call: (sql) => sql<{ more: boolean }[]>`select private.refresh_reorder_items() as more`,
  });
}
