/** Whether the database responds, for whoever supervises the process. It may be asked at any rate. */

import { startDeadline } from "#backend/core/timing/deadline.ts";
import type { Sql } from "./database.ts";

/** How long the database may take, and how long its answer holds. */
export const HEALTH_TIMEOUT_MS = 1_000;
const VALID_MS = 1_000;

/** `sql` is a connection of its own: the check waits for no request. */
export function createHealthCheck(sql: Sql): () => Promise<boolean> {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let result = Promise.resolve(false);
  return () => {
    const now = performance.now();
    // Infinite while a check is running, which everyone shares.
    if (now - checkedAt < VALID_MS) return result;
    checkedAt = Number.POSITIVE_INFINITY;
    result = responds(sql).finally(() => {
      checkedAt = performance.now();
    });
    return result;
  };
}

function responds(sql: Sql): Promise<boolean> {
  return new Promise((resolve) => {
    const cancelDeadline = startDeadline(HEALTH_TIMEOUT_MS, () => resolve(false));
    sql
      .unsafe("select")
      .then(
        () => resolve(true),
        () => resolve(false),
      )
      .finally(cancelDeadline);
  });
}
