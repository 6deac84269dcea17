/**
 * Which products were looked at in this browser: their ids in a row, newest first, without anything between them.
 * Ids have one length, so noting one is cutting text, which every product page can afford; reading them again
 * (seen-products.ts) comes with the strip that shows them.
 */
export const SEEN_KEY = "seen";

const ID_LENGTH = 36;
const SHOWN = 12;

/** Notes the product that is looked at, "" for none. The others, as text; "" when storage is shut. */
export function noteSeen(id: string): string {
  try {
    const others = (window.localStorage.getItem(SEEN_KEY) ?? "").replace(id, "").slice(0, SHOWN * ID_LENGTH);
    if (id) window.localStorage.setItem(SEEN_KEY, id + others);
    return others;
  } catch {
    return "";
  }
}
