/**
 * Which parts of a run are at work at the same time. A part alone leaves a core without work while it sets up its
 * databases, in its last file, and where it waits.
 */
import type { Part } from "./selection.ts";

/** Tells the runners of tests how many parts share the machine. */
export const LANE_COUNT_VARIABLE = "TEST_LANES";

/** The parts that run beside the others, in their order, as what they are about is another: they take about half of the time. */
const BESIDE: readonly Part[] = ["build", "pages", "browser"];

/** Lists of parts that run at the same time, each list in its order: one list on one core, or for one part. */
export function chooseLanes(parts: readonly Part[], cores: number): Part[][] {
  if (cores < 2) return [[...parts]];
  const lanes = [
    parts.filter((part) => !BESIDE.includes(part)),
    parts.filter((part) => BESIDE.includes(part)),
  ];
  return lanes.filter((lane) => lane.length > 0);
}
