/** Local storage as an earlier visit left it. */
import type { StoredProduct } from "./products.ts";

/** A line of a cart as the shop itself stores it. */
export function cartLine(goods: StoredProduct, quantity = 1) {
  const { id, name, slug, price, old_price, image, stock } = goods;
  return { id, name, slug, price, old_price, image, stock, quantity };
}

export function asCart(...lines: unknown[]): { cart: string } {
  return { cart: JSON.stringify(lines) };
}

/** Hearts of a visitor, as the shop itself stores them. */
export function asWishlist(...goods: { id: string }[]): { wishlist: string } {
  return { wishlist: JSON.stringify({ version: 1, ids: goods.map(({ id }) => id) }) };
}
