/**
 * Has the pictures that nobody saved removed: calls the function of the shop that does it, as a schedule would on a
 * hosted project. Each copy of the process calls; what one has removed the next does not find.
 */
import { startHousekeeping } from "./core/housekeeping.ts";
import type { Logger } from "./core/log.ts";

const EVERY_MS = 12 * 3_600_000;
/** The start has better things to do. */
const FIRST_MS = 10 * 60_000;
const ADDRESS = "/functions/v1/remove-unused-pictures";

/** Returns what stops it. `fetch` is the backend's own, `key` that of the service. */
export function startPictureRemoval(
  fetch: (request: Request, ip: string) => Promise<Response>,
  { siteUrl, key, log }: { siteUrl: string; key: string; log: Logger },
): () => Promise<void> {
  return startHousekeeping({ service: "Pictures", everyMs: EVERY_MS, firstMs: FIRST_MS }, log, async () => {
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(new Request(siteUrl + ADDRESS, { method: "POST", headers }), "127.0.0.1");
    const answer = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${answer}`);
    log.info({ answer }, "pictures that nobody saved were removed");
  });
}
