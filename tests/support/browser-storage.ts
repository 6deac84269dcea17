/** Entries of local storage, as after an earlier visit. */
import type { StoredProduct } from "./products.ts";

/** A line of a cart as the shop itself stores it. */
export function toCartLine(product: StoredProduct, quantity = 1) {
  const { id, name, slug, price, old_price, image, stock } = product;
  return { id, name, slug, price, old_price, image, stock, quantity };
}

export function toCartEntry(...lines: unknown[]): { cart: string } {
  return { cart: JSON.stringify(lines) };
}

/** A visitor's wishlist as the shop itself stores it. */
export function toWishlistEntry(...products: { id: string }[]): { wishlist: string } {
  return { wishlist: JSON.stringify({ version: 1, ids: products.map(({ id }) => id) }) };
}
