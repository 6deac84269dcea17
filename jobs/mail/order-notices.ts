/**
 * Tells the shop about new orders by mail, by calling the shop's function that queues the mail, as a schedule would
 * on a hosted project. Each instance calls it; a second call at the same time does nothing. An order does not queue
 * the mail itself: it would cost each order, and fill the mailbox of a busy shop.
 */
import type { Sql } from "#backend/core/database/database.ts";
import type { Logger } from "#backend/core/observability/log.ts";
import { startPeriodicTask } from "#backend/core/timing/periodic-task.ts";

const INTERVAL_MS = 30_000;

/** Returns a stop function. */
export function startOrderNotices(sql: Sql, log: Logger): () => Promise<void> {
  return startPeriodicTask({ name: "Order notices", intervalMs: INTERVAL_MS }, log, async () => {
    await sql`select private.enqueue_order_notice()`;
  });
}
