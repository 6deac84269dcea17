/**
 * A read that takes much of a processor goes on at a lower priority, where the sessions of Postgres are processes of this
 * machine: orders, sign-ins and pages do not share the processors with it in equal parts. The system's scheduler does
 * what no queue can, for a read that has begun.
 */
import { lowerSessionPriority } from "#backend/core/database/session-priority.ts";
import { readProcessorTime } from "#backend/core/process-stat.ts";

const CHECK_MS = 250;
/** Of processor time, since the first check. */
const EXPENSIVE_MS = 200;
/** A quarter of a busy processor, as others have it. */
const LOWER_BY = 5;

/** Watches what a session takes until the returned function is called. Calls `onLowered` once it has a lower priority. */
export function watchSession(pid: number, onLowered: () => void): () => void {
  let first: number | null = null;
  let timer = setTimeout(check, CHECK_MS);
  function check() {
    const used = readProcessorTime(pid);
    if (used === null) return;
    first ??= used;
    if (used - first < EXPENSIVE_MS) timer = setTimeout(check, CHECK_MS);
    else if (lowerSessionPriority(pid, LOWER_BY)) onLowered();
  }
  return () => clearTimeout(timer);
}
