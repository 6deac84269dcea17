/**
 * Deletes uploaded images that were never saved, and data sheets that no product names, by calling the shop's function that does it, as a schedule
 * would on a hosted project. Each instance calls it; a second call finds nothing left.
 */

import type { Logger } from "#backend/core/observability/log.ts";
import { startPeriodicTask } from "#backend/core/timing/periodic-task.ts";

const INTERVAL_MS = 12 * 3_600_000;
/** The first call waits until the start is over. */
const INITIAL_DELAY_MS = 10 * 60_000;
const FUNCTION_PATH = "/functions/v1/remove-unused-pictures";

/** Returns a stop function. `fetch` is the backend's own, and `key` is the service role's. */
export function startUnusedImageCleanup(
  fetch: (request: Request, ip: string) => Promise<Response>,
  { siteUrl, key, log }: { siteUrl: string; key: string; log: Logger },
): () => Promise<void> {
  return startPeriodicTask(
    { name: "Unused images", intervalMs: INTERVAL_MS, initialDelayMs: INITIAL_DELAY_MS },
    log,
    async () => {
      const headers = { authorization: `Bearer ${key}` };
      const response = await fetch(
        new Request(siteUrl + FUNCTION_PATH, { method: "POST", headers }),
        "127.0.0.1",
      );
      const responseText = await response.text();
      if (!response.ok) throw new Error(`${response.status} ${responseText}`);
      log.info({ responseText }, "unused images were removed");
    },
  );
}
