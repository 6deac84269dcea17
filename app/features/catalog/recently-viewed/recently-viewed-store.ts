/**
 * The recently viewed products of this browser: their ids concatenated without separators, newest first. Ids
 * have a fixed length, so recording a view is string slicing, small enough for every product page; parsing
 * (viewed-product-ids.ts) is loaded with the row that shows them.
 */
export const RECENTLY_VIEWED_KEY = "seen";

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
