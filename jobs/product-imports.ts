/**
 * Goes on with a large import that was confirmed, also when its browser is gone, and deletes imports that nobody
 * confirmed.
 */
import type { DatabaseTarget } from "#backend/core/database/database.ts";
import type { Logger } from "#backend/core/observability/log.ts";
import { startCatchUp } from "./catch-up.ts";

/** How long an import waits for its job, if its browser is gone. */
const INTERVAL_MS = 60_000;

/** Returns a stop function. A call in progress ends after one chunk of the file. */
export function startProductImports(target: DatabaseTarget, log: Logger): () => Promise<void> {
  return startCatchUp(target, log, {
    name: "Product imports",
    initialDelayMs: 10_000,
    intervalMs: INTERVAL_MS,
    call: (sql) => sql<{ more: boolean }[]>`select private.continue_product_imports() as more`,
  });
}
