/**
 * A visitor's wishlist as text, the way local storage keeps it: `{"version":1,"ids":[…]}`, newest first. What is read
 * back may have been cut off or written by hand: ids that no product can have are left out, and so is what is beyond
 * the limit.
 */
const VERSION = 1;

/** More hearts than a person keeps in mind; with one more the oldest goes. */
const MAX_HEARTS = 200;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The ids that can be understood, each once; none for text that is no wishlist. */
export function parseWishlist(text: string | null): string[] {
  const ids = readIds(text).filter((id): id is string => typeof id === "string" && UUID.test(id));
  return [...new Set(ids)].slice(0, MAX_HEARTS);
}

export function serializeWishlist(ids: readonly string[]): string {
  return JSON.stringify({ version: VERSION, ids: ids.slice(0, MAX_HEARTS) });
}

function readIds(text: string | null): unknown[] {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    if (typeof value !== "object" || value === null || !("version" in value) || !("ids" in value)) return [];
    return value.version === VERSION && Array.isArray(value.ids) ? value.ids : [];
  } catch {
    return [];
  }
}
