/** The cores of the processor that a drill and its shop run on (Linux: `taskset` of util-linux). */
import { execFile } from "node:child_process";
import { cpus } from "node:os";
import { promisify } from "node:util";

/** Moves this process, with its threads, to these cores. What it starts from then on runs there, too. */
export async function moveToCores(first: number, last: number): Promise<void> {
  await promisify(execFile)("taskset", ["-apc", `${first}-${last}`, String(process.pid)]);
}

export const countCores = () => cpus().length;
