/** How many tests run side by side on this machine. */
import { availableParallelism, totalmem } from "node:os";

const GIGABYTE = 1024 ** 3;

/**
 * One more than there are cores, as tests wait a third of their time, and no more than memory holds; `memoryEach` is
 * what one needs, in gigabytes.
 */
export function workersFor({ memoryEach }: { memoryEach: number }): number {
  const fitting = Math.floor(totalmem() / GIGABYTE / memoryEach);
  return Math.max(1, Math.min(availableParallelism() + 1, fitting));
}
