/** Processor time of processes, as the Linux kernel counts it. */
import { readdirSync, readFileSync } from "node:fs";

const TICKS_PER_SECOND = 100;

export type CpuReading = Map<number, number>;

/** Milliseconds that each of these processes has used so far. */
export function readCpu(pids: number[]): CpuReading {
  return new Map(
    pids.map((pid) => {
      const fields = statOf(pid);
      return [pid, ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND];
    }),
  );
}

/** Milliseconds between two readings; a process that came in between counts whole, one that went not at all. */
export function cpuBetween(before: CpuReading, after: CpuReading): number {
  return [...after].reduce((sum, [pid, used]) => sum + used - (before.get(pid) ?? 0), 0);
}

/** A Postgres server and its sessions. */
export function processTree(root: number): number[] {
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => Number(statOf(pid)[1]) === root);
  return [root, ...children];
}

/** Resident memory in MB. */
export function residentMegabytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes) / 1024;
}

/** The fields of /proc/<pid>/stat after the program's name; empty for a process that is gone. */
function statOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}
