/**
 * Parses what recently-viewed-store.ts stored. The text may be truncated or edited by hand: only whole ids
 * count.
 */
import { RECENTLY_VIEWED_KEY } from "./recently-viewed-store.ts";

/** The ids in the text, each once. */
export function parseViewedIds(text: string): string[] {
  return [...new Set(text.match(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g))];
}

export function clearRecentlyViewed(): void {
  window.localStorage.removeItem(RECENTLY_VIEWED_KEY);
}
