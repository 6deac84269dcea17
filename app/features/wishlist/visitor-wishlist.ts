/**
 * The wishlist of a visitor without a session: ids in this browser's local storage, as
 * `{"version":1,"ids":[…]}`, newest first. All tabs share it, so each change begins by reading it again. Only
 * listing the products sends a request to the shop.
 */
import { isUuid } from "#app/lib/is-uuid.ts";
import type { Wishlist } from "./wishlist.types.ts";
import { PAGE_SIZE, WISHLIST_KEY } from "./wishlist-store.ts";

const VERSION = 1;

/** More ids than any real list has; beyond it the oldest id is dropped. */
const MAX_ITEMS = 200;

export const visitorWishlist: Wishlist = {
  listIds: async () => readVisitorWishlistIds(),
  add: async (productId) =>
    writeIds([productId, ...readVisitorWishlistIds().filter((id) => id !== productId)]),
  remove: async (productId) => removeVisitorWishlistIds([productId]),
  async listProducts(from) {
    const [{ getSupabase }, { listProductsByIds }] = await Promise.all([
      import("#app/lib/supabase/supabase.client.ts"),
      import("#app/lib/models/card-product.queries.ts"),
    ]);
    const requestedIds = readVisitorWishlistIds().slice(from, from + PAGE_SIZE);
    const products = requestedIds.length === 0 ? [] : await listProductsByIds(getSupabase(), requestedIds);
    removeVisitorWishlistIds(requestedIds.filter((id) => !products.some((product) => product.id === id)));
    return { products, total: readVisitorWishlistIds().length };
  },
};

/** The ids, newest first. Throws when the storage is not accessible. */
export function readVisitorWishlistIds(): string[] {
  return parseWishlist(window.localStorage.getItem(WISHLIST_KEY));
}

/** Removes these ids; an empty list removes the storage entry. */
export function removeVisitorWishlistIds(removedIds: readonly string[]): void {
  writeIds(readVisitorWishlistIds().filter((id) => !removedIds.includes(id)));
}

function writeIds(ids: readonly string[]): void {
  if (ids.length === 0) window.localStorage.removeItem(WISHLIST_KEY);
  else window.localStorage.setItem(WISHLIST_KEY, serializeWishlist(ids));
}

/**
 * The valid ids, each once; none for text that is not a wishlist. Stored text may be truncated or edited by
 * hand, so ids that are not UUIDs are dropped, as are those beyond the limit.
 */
export function parseWishlist(text: string | null): string[] {
  const ids = parseIds(text).filter((id): id is string => typeof id === "string" && isUuid(id));
  return [...new Set(ids)].slice(0, MAX_ITEMS);
}

export function serializeWishlist(ids: readonly string[]): string {
  return JSON.stringify({ version: VERSION, ids: ids.slice(0, MAX_ITEMS) });
}

function parseIds(text: string | null): unknown[] {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    if (typeof value !== "object" || value === null || !("version" in value) || !("ids" in value)) return [];
    return value.version === VERSION && Array.isArray(value.ids) ? value.ids : [];
  } catch {
    return [];
  }
}
