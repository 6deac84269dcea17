/** Deletes what names people once it is older than the settings of retention say, and writes into the journal how much. */
import type { DatabaseTarget } from "#backend/core/database/database.ts";
import type { Logger } from "#backend/core/observability/log.ts";
import { startCatchUp } from "./catch-up.ts";

const DAY_MS = 24 * 3_600_000;

/** Returns a stop function. A call in progress ends after some hundreds of rows. */
export function startRetention(target: DatabaseTarget, log: Logger): () => Promise<void> {
  return startCatchUp(target, log, {
    name: "Retention",
    initialDelayMs: 240_000,
    intervalMs: DAY_MS,
    call: (sql) => sql<{ more: boolean }[]>`select private.apply_retention() as more`,
  });
}
