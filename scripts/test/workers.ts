/** The number of test workers on this machine. */
import { availableParallelism, totalmem } from "node:os";

const GIGABYTE = 1024 ** 3;

/**
 * One more than the number of cores, as tests wait a third of their time, and no more than the memory allows;
 * `memoryEach` is the memory of one worker, in gigabytes.
 */
export function countWorkers({ memoryEach }: { memoryEach: number }): number {
  const fitting = Math.floor(totalmem() / GIGABYTE / memoryEach);
  return Math.max(1, Math.min(availableParallelism() + 1, fitting));
}
