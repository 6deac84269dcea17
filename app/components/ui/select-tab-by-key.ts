/** The keyboard of an ARIA tab list: the arrow keys select the next or previous tab, around the ends. */
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
  const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  if (step === 0) return;
  const index = (keys.indexOf(selected) + step) % keys.length;
  const key = keys.at(index);
  if (key === undefined) return;
  event.preventDefault();
  onSelect(key);
  Array.from(event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')).at(index)?.focus();
}
