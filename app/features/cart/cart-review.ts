/**
 * Compares a cart that may have lain for weeks with what the shop sells now. The lines are repaired, and each
 * repair leaves a notice that the screens show beside the line: nobody finds out at the door that a price rose.
 */
import { type CartItem, type CartItems, type CartProduct, toItem } from "./cart-items.ts";

export type CartNotice =
  /** No longer in the catalogue: the line is out of the cart. */
  | { kind: "gone"; id: string; item: CartItem }
  /** Nothing left in stock: the line is out of the cart. */
  | { kind: "sold-out"; id: string; item: CartItem }
  /** Unit prices in francs. */
  | { kind: "price"; id: string; before: number; now: number }
  | { kind: "stock"; id: string; available: number; requested: number };

export interface ReviewedCart {
  items: CartItems;
  notices: CartNotice[];
}

/**
 * Holds the lines that were asked about against the products the shop answered with; one that is missing among
 * them is gone. Lines added since the question stay as they are. What else changed of a product (name, picture,
 * address) is taken over without a word.
 */
export function reviewCart(
  items: CartItems,
  askedIds: readonly string[],
  products: readonly CartProduct[],
): ReviewedCart {
  const asked = new Set(askedIds);
  const current = new Map(products.map((product) => [product.id, product]));
  const kept: CartItem[] = [];
  const notices: CartNotice[] = [];
  for (const item of items) {
    const { id, quantity } = item;
    if (!asked.has(id)) {
      kept.push(item);
      continue;
    }
    const product = current.get(id);
    if (!product) {
      notices.push({ kind: "gone", id, item });
      continue;
    }
    if (product.stock <= 0) {
      notices.push({ kind: "sold-out", id, item });
      continue;
    }
    if (product.price !== item.price) {
      notices.push({ kind: "price", id, before: item.price, now: product.price });
    }
    if (quantity > product.stock) {
      notices.push({ kind: "stock", id, available: product.stock, requested: quantity });
    }
    kept.push(toItem(product, quantity));
  }
  return { items: kept, notices };
}
