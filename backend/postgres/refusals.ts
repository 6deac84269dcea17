/**
 * Notices a server that lives and refuses every connection, because the file of its shared memory or of its socket was
 * deleted: only a restart ends that. A server that is busy, starts, stops, is full of connections or does not answer is
 * none: a restart would end what still works, and would take longer.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { UNDEFINED_FILE } from "#backend/core/database/sqlstates.ts";
import { getErrorCode } from "#backend/core/errors.ts";

const CHECK_MS = 20_000;
/** So many in a row. */
const MAX_REFUSALS = 3;
/** Of the socket: its file is missing, or nobody listens on it. */
const REFUSALS = new Set(["ENOENT", "ECONNREFUSED", UNDEFINED_FILE]);

/** Tries a connection now and then. Resolves with true when all are refused, and with false when the signal is aborted. */
export async function awaitRefusals(
  connect: () => Promise<void>,
  signal: AbortSignal,
  checkMs = CHECK_MS,
): Promise<boolean> {
  let refusals = 0;
  while (refusals < MAX_REFUSALS) {
    await sleep(checkMs, null, { signal, ref: false }).catch(() => {});
    if (signal.aborted) return false;
    const isRefused = await connect().then(
      () => false,
      (error: unknown) => REFUSALS.has(getErrorCode(error) ?? ""),
    );
    refusals = isRefused ? refusals + 1 : 0;
  }
  return !signal.aborted;
}
