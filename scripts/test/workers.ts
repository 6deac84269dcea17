/** The number of test workers on this machine. */
import { availableParallelism, totalmem } from "node:os";
import { LANE_COUNT_VARIABLE } from "./lanes.ts";

const GIGABYTE = 1024 ** 3;

/**
 * One more than the number of cores, as tests wait a third of their time, and no more than the memory allows;
 * `memoryEach` is the memory of one worker, in gigabytes. Parts that run at the same time share both.
 */
export function countWorkers({ memoryEach }: { memoryEach: number }): number {
  const lanes = Number(process.env[LANE_COUNT_VARIABLE] ?? 1);
  const fitting = Math.floor(totalmem() / GIGABYTE / memoryEach / lanes);
  return Math.max(1, Math.min(Math.ceil((availableParallelism() + 1) / lanes), fitting));
}
