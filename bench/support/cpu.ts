/** The processor time of processes, read from /proc. */
import { readdirSync, readFileSync } from "node:fs";

const TICKS_PER_SECOND = 100;

export type CpuReading = Map<number, number>;

/** Milliseconds that each of these processes has used so far. */
export function readCpu(pids: number[]): CpuReading {
  return new Map(
    pids.map((pid) => {
      const fields = readStat(pid);
      return [pid, ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND];
    }),
  );
}

/**
 * Milliseconds between two readings. A process started in between counts fully, one that ended not at all.
 */
export function cpuMilliseconds(before: CpuReading, after: CpuReading): number {
  return [...after].reduce((sum, [pid, used]) => sum + used - (before.get(pid) ?? 0), 0);
}

/** A Postgres server and its session processes. */
export function listProcessTree(root: number): number[] {
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => Number(readStat(pid)[1]) === root);
  return [root, ...children];
}

/** Resident memory in MB. */
export function readResidentMegabytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(?<size>\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.groups?.size;
  return Number(kilobytes) / 1024;
}

/** The fields of /proc/<pid>/stat after the program's name; empty for a process that has ended. */
function readStat(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}
