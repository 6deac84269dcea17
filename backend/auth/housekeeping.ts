/** Forgets, once an hour, what no rule looks at any more. Of several copies of the process one does it. */
import type { Sql } from "../core/database.ts";
import { startHousekeeping } from "../core/housekeeping.ts";
import { LOCKS } from "../core/locks.ts";
import type { Logger } from "../core/log.ts";
import { deleteOldFactorChallenges } from "./models/challenge.ts";
import { deleteOldClientStates } from "./models/client-state.ts";
import { deleteOldFlowStates } from "./models/flow-state.ts";
import { deleteOldOneTimeTokens } from "./models/one-time-token.ts";
import { deleteOldRateLimits } from "./models/rate-limit.ts";
import { deleteOldRefreshTokens } from "./models/refresh-token.ts";
import { deleteEndedSessions } from "./models/session.ts";
import { deleteOldLimits } from "./models/sign-in-limit.ts";

const HOUR_MS = 3_600_000;

/** Returns what stops it, and resolves when a round that was under way has ended. */
export function startAuthHousekeeping(sql: Sql, log: Logger): () => Promise<void> {
  return startHousekeeping({ service: "Auth", everyMs: HOUR_MS }, log, () => sweep(sql));
}

/** One copy of the process at a time: the others find the lock taken, and leave it at that. */
export async function sweep(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    const [turn] = await tx<
      { ours: boolean }[]
    >`select pg_try_advisory_xact_lock(${LOCKS.authHousekeeping}) as ours`;
    if (!turn?.ours) return;
    await deleteOldRefreshTokens(tx);
    await deleteEndedSessions(tx);
    await deleteOldLimits(tx);
    await deleteOldRateLimits(tx);
    await deleteOldOneTimeTokens(tx);
    await deleteOldFlowStates(tx);
    await deleteOldClientStates(tx);
    await deleteOldFactorChallenges(tx);
  });
}
