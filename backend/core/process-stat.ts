/** What Linux tells of a process (man 5 proc). */
import { readFileSync } from "node:fs";

/** Linux tells processor time in hundredths of a second. */
const MS_PER_TICK = 10;

/**
 * The fields of /proc/<pid>/stat after the program's name, from the state on; empty for a process that has ended, and
 * where there is no /proc.
 */
export function readProcessStat(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name is in brackets and may hold spaces.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}

/** The processor time of a process, in milliseconds; null where it is not told. */
export function readProcessorTime(pid: number): number | null {
  const fields = readProcessStat(pid);
  return fields.length === 0 ? null : (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}
