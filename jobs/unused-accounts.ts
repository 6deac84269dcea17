/** Deletes the anonymous accounts that nobody has ordered with or used for some days. */
import type { DatabaseTarget } from "#backend/core/database/database.ts";
import type { Logger } from "#backend/core/observability/log.ts";
import { startCatchUp } from "./catch-up.ts";

const DAY_MS = 24 * 3_600_000;

/** Returns a stop function. A call in progress ends after some hundreds of accounts. */
export function startUnusedAccounts(target: DatabaseTarget, log: Logger): () => Promise<void> {
  return startCatchUp(target, log, {
    name: "Unused accounts",
    initialDelayMs: 180_000,
    intervalMs: DAY_MS,
    call: (sql) => sql<{ more: boolean }[]>`select private.delete_unused_accounts() as more`,
  });
}
