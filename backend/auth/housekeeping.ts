/** Forgets, once an hour, what no rule looks at any more. Copies of the process may do it side by side. */
import type { Sql } from "../core/database.ts";
import type { Logger } from "../core/log.ts";
import { deleteOldRefreshTokens } from "./models/refresh-token.ts";
import { deleteEndedSessions } from "./models/session.ts";
import { deleteOldLimits } from "./models/sign-in-limit.ts";

const HOUR_MS = 3_600_000;

/** Returns what stops it, and resolves when a round that was under way has ended. */
export function startHousekeeping(sql: Sql, log: Logger): () => Promise<void> {
  let round = Promise.resolve();
  const timer = setInterval(() => {
    round = sweep(sql).catch((error: unknown) =>
      log.warn({ error: String(error) }, "Auth housekeeping failed"),
    );
  }, HOUR_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return round;
  };
}

export async function sweep(sql: Sql): Promise<void> {
  await deleteOldRefreshTokens(sql);
  await deleteEndedSessions(sql);
  await deleteOldLimits(sql);
}
