/**
 * A read that takes much of a processor goes on at a lower priority, where the sessions of Postgres are processes of this
 * machine: orders, sign-ins and pages do not share the processors with it in equal parts. The system's scheduler does
 * what no queue can, for a read that has begun.
 */
import { readFileSync } from "node:fs";
import { lowerSessionPriority } from "#backend/core/database/session-priority.ts";

const CHECK_MS = 250;
/** Of processor time, since the first check. */
const EXPENSIVE_MS = 200;
/** A quarter of a busy processor, as others have it. */
const LOWER_BY = 5;
const MS_PER_TICK = 10;

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

/** In milliseconds; null where it is not told, or the process has ended. */
function readProcessorTime(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
  } catch {
    return null;
  }
}
