/**
 * The keyboard of an ARIA tab list: the arrow keys select the next or previous tab, around the ends, Home and End
 * the first and the last.
 */
import type { KeyboardEvent } from "react";

/**
 * Handles a key of the tab list. `keys` are those of the tabs, in order; the newly selected tab is focused.
 */
export function selectTabByKey<Key>(
  event: KeyboardEvent<HTMLElement>,
  keys: readonly Key[],
  selected: Key,
  onSelect: (key: Key) => void,
): void {
  // With a modifier the keys belong to the browser: Alt and an arrow go back in the history.
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const index = getTargetIndex(event.key, keys.indexOf(selected), keys.length);
  const key = index === null ? undefined : keys.at(index);
  if (index === null || key === undefined) return;
  event.preventDefault();
  onSelect(key);
  Array.from(event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')).at(index)?.focus();
}

/** Null for a key that selects no tab; -1 is the last tab. */
function getTargetIndex(key: string, current: number, count: number): number | null {
  switch (key) {
    case "ArrowRight":
      return (current + 1) % count;
    case "ArrowLeft":
      return (current - 1) % count;
    case "Home":
      return 0;
    case "End":
      return -1;
    default:
      return null;
  }
}
