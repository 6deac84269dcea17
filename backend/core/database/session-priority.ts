/** The priority of a session of Postgres that is a process of this machine. */
import { writeFile } from "node:fs";
import { constants, getPriority, setPriority } from "node:os";

/**
 * Lowers it by so many steps: only the system's administrator could raise it again. False where that is not possible. Each
 * session of Postgres is a session of the system as well, and Linux may give all of those equal parts of the processors
 * (`autogroup`), so that the session's part is lowered, too.
 */
export function lowerSessionPriority(pid: number, steps: number): boolean {
  try {
    setPriority(pid, Math.min(constants.priority.PRIORITY_LOW, getPriority(pid) + steps));
  } catch {
    return false;
  }
  // Not everywhere is there such a file.
  writeFile(`/proc/${pid}/autogroup`, String(steps), () => {});
  return true;
}
