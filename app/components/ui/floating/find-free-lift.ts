/** Where a box that floats over the page covers no control, as a pure function of the positions. */

/** A vertical extent in the window, in pixels. */
export interface Extent {
  top: number;
  bottom: number;
}

/** Between the box and a control. */
const GAP = 8;

/**
 * By how many pixels the box has to be lifted from its place to the lowest free one above it.
 *
 * @param box the box at its place
 * @param limit the top of the window, where the box must end
 * @param obstacles the controls in the box's way, in any order
 * @returns 0 when its own place is free, null when none is
 */
export function findFreeLift(box: Extent, limit: number, obstacles: readonly Extent[]): number | null {
  let lift = 0;
  for (const { top, bottom } of obstacles.toSorted((one, other) => other.bottom - one.bottom)) {
    const isFree = bottom + GAP <= box.top - lift || top - GAP >= box.bottom - lift;
    if (!isFree) lift = box.bottom - top + GAP;
  }
  return box.top - lift < limit ? null : lift;
}
