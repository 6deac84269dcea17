/** Ordering again what was ordered before: as lines of a cart, at today's prices and within today's stock. */
import { type CartItem, type CartProduct, toItem } from "./cart-items.ts";

export interface OrderedLine {
  /** The product's; may be one that no longer exists. */
  id: string;
  name: string;
  quantity: number;
}

interface Reorder {
  items: CartItem[];
  /** Names of what is no longer sold or sold out. */
  missing: string[];
  /** Names of what there is less of than was ordered. */
  reduced: string[];
}

/** `products` is what the shop says of the lines' ids now. */
export function reorder(lines: readonly OrderedLine[], products: readonly CartProduct[]): Reorder {
  const result: Reorder = { items: [], missing: [], reduced: [] };
  for (const { id, name, quantity } of lines) {
    const product = products.find((known) => known.id === id);
    if (!product || product.stock === 0) {
      result.missing.push(name);
      continue;
    }
    if (product.stock < quantity) result.reduced.push(product.name);
    result.items.push(toItem(product, quantity));
  }
  return result;
}
