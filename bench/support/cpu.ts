/** The processor time of processes, read from /proc. */
import { readdirSync, readFileSync } from "node:fs";
import { readProcessorTime, readProcessStat } from "#backend/core/process-stat.ts";

export type CpuReading = Map<number, number>;

/** Milliseconds that each of these processes has used so far. */
export function readCpu(pids: number[]): CpuReading {
  return new Map(pids.map((pid) => [pid, readProcessorTime(pid) ?? Number.NaN]));
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
    .filter((pid) => Number(readProcessStat(pid)[1]) === root);
  return [root, ...children];
}

/** Resident memory in MB. */
export function readResidentMegabytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(?<size>\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.groups?.size;
  return Number(kilobytes) / 1024;
}
