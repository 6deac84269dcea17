/** Deletes rows that no rule needs any more, once an hour. Of several instances one does it. */

import { ADVISORY_LOCKS } from "#backend/core/database/advisory-locks.ts";
import type { Sql } from "#backend/core/database/database.ts";
import type { Logger } from "#backend/core/observability/log.ts";
import { startPeriodicTask } from "#backend/core/timing/periodic-task.ts";
import { deleteOldEvents } from "./models/audit-log-entry.ts";
import { deleteOldClientStates } from "./models/client-state.ts";
import { deleteOldFactorChallenges } from "./models/factor-challenge.ts";
import { deleteOldFlowStates } from "./models/flow-state.ts";
import { deleteOldOneTimeTokens } from "./models/one-time-token.ts";
import { deleteOldRateLimits } from "./models/rate-limit.ts";
import { deleteOldRefreshTokens } from "./models/refresh-token.ts";
import { deleteEndedSessions } from "./models/session.ts";
import { deleteOldSignInLimits } from "./models/sign-in-limit.ts";

const HOUR_MS = 3_600_000;

/** Returns a stop function, which resolves when a round in progress has ended. */
export function startAuthHousekeeping(sql: Sql, log: Logger): () => Promise<void> {
  return startPeriodicTask({ name: "Auth", intervalMs: HOUR_MS }, log, () => deleteExpiredRows(sql));
}

/** Runs in one instance at a time: the others find the lock taken and return. */
export async function deleteExpiredRows(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    const [turn] = await tx<
      { ours: boolean }[]
    >`select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.authHousekeeping}) as ours`;
    if (!turn?.ours) return;
    await deleteOldRefreshTokens(tx);
    await deleteEndedSessions(tx);
    await deleteOldSignInLimits(tx);
    await deleteOldRateLimits(tx);
    await deleteOldOneTimeTokens(tx);
    await deleteOldFlowStates(tx);
    await deleteOldClientStates(tx);
    await deleteOldFactorChallenges(tx);
    await deleteOldEvents(tx);
  });
}
