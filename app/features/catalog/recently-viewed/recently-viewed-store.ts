/**
 * The recently viewed products of this browser: their ids concatenated without separators, newest first. Ids
 * have a fixed length, so recording a view is string slicing, small enough for every product page.
 */
const RECENTLY_VIEWED_KEY = "seen";

const ID_LENGTH = 36;
const MAX_SHOWN = 12;

/**
 * Records a view of the product, "" for none. Returns the other ids, serialized; "" when the storage throws.
 */
export function recordView(id: string): string {
  try {
    const others = (window.localStorage.getItem(RECENTLY_VIEWED_KEY) ?? "")
      .replace(id, "")
      .slice(0, MAX_SHOWN * ID_LENGTH);
    if (id) window.localStorage.setItem(RECENTLY_VIEWED_KEY, id + others);
    return others;
  } catch {
    return "";
  }
}

/** The ids in the text, each once. It may be truncated or edited by hand: only whole ids count. */
export function parseViewedIds(text: string): string[] {
  return [...new Set(text.match(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g))];
}

export function clearRecentlyViewed(): void {
  window.localStorage.removeItem(RECENTLY_VIEWED_KEY);
}
