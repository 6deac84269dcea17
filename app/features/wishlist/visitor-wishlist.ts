/**
 * The wishlist of whoever is not signed in: ids in this browser's local storage, which all of its tabs share, so each
 * change begins by reading it again. Only showing the products asks the shop.
 */

import type { Wishlist } from "./any-wishlist.ts";
import { WISHLIST_KEY } from "./hearts.ts";
import { parseWishlist, serializeWishlist } from "./stored-wishlist.ts";

/** The ids, newest first. Throws when the storage is shut. */
export function readVisitorIds(): string[] {
  return parseWishlist(window.localStorage.getItem(WISHLIST_KEY));
}

/** Takes these off the list; an empty one leaves nothing behind. */
export function dropVisitorIds(gone: readonly string[]): void {
  writeIds(readVisitorIds().filter((id) => !gone.includes(id)));
}

function writeIds(ids: readonly string[]): void {
  if (ids.length === 0) window.localStorage.removeItem(WISHLIST_KEY);
  else window.localStorage.setItem(WISHLIST_KEY, serializeWishlist(ids));
}

export const visitorWishlist: Wishlist = {
  listIds: async () => readVisitorIds(),
  add: async (productId) => writeIds([productId, ...readVisitorIds().filter((id) => id !== productId)]),
  remove: async (productId) => dropVisitorIds([productId]),
  async listProducts(from) {
    const [{ supabase }, { listProductsByIds, PAGE_SIZE }] = await Promise.all([
      import("../../lib/supabase.client.ts"),
      import("./wishlist.queries.ts"),
    ]);
    const asked = readVisitorIds().slice(from, from + PAGE_SIZE);
    const products = asked.length === 0 ? [] : await listProductsByIds(supabase(), asked);
    dropVisitorIds(asked.filter((id) => !products.some((product) => product.id === id)));
    return { products, total: readVisitorIds().length };
  },
};
