/**
 * Reconciles a stored cart, which may be weeks old, with the current products. Lines are corrected, and each
 * correction adds a notice that is shown beside the line: no customer learns of a raised price at the door.
 */
import { type CartItem, type CartItems, type CartProduct, toCartItem } from "./cart-items.ts";

export type CartNotice =
  /** No longer in the catalogue: the line is removed from the cart. */
  | { kind: "unavailable"; id: string; item: CartItem }
  /** Out of stock: the line is removed from the cart. */
  | { kind: "sold-out"; id: string; item: CartItem }
  /** Unit prices in francs. */
  | { kind: "price"; id: string; before: number; now: number }
  | { kind: "stock"; id: string; available: number; requested: number };

export interface ReconciledCart {
  items: CartItems;
  notices: CartNotice[];
}

/**
 * Compares the lines of `requestedIds` with the products that the shop returned for them; a missing product
 * is unavailable. Lines added since the request stay unchanged. Other changes of a product (name, image,
 * address) are taken over without a notice.
 */
export function reconcileCart(
  items: CartItems,
  requestedIds: readonly string[],
  products: readonly CartProduct[],
): ReconciledCart {
  const requested = new Set(requestedIds);
  const current = new Map(products.map((product) => [product.id, product]));
  const retained: CartItem[] = [];
  const notices: CartNotice[] = [];
  for (const item of items) {
    const { id, quantity } = item;
    if (!requested.has(id)) {
      retained.push(item);
      continue;
    }
    const product = current.get(id);
    if (!product) {
      notices.push({ kind: "unavailable", id, item });
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
    retained.push(toCartItem(product, quantity));
  }
  return { items: retained, notices };
}
