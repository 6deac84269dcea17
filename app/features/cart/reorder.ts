/** Reordering: the lines of an order as cart lines, at current prices and limited to the current stock. */
import { isSoldOut } from "#app/lib/models/sold-out.ts";
import { type CartItem, type CartProduct, toCartItem } from "./cart-items.ts";

export interface OrderedLine {
  /** The id of the product or variant, which may no longer exist. */
  id: string;
  name: string;
  quantity: number;
}

interface Reorder {
  items: CartItem[];
  /** Names of products that are no longer sold or sold out. */
  missing: string[];
  /** Names of products with less stock than was ordered. */
  reduced: string[];
}

/** The lines as cart lines; `products` are the current products with the lines' ids. */
export function toReorder(lines: readonly OrderedLine[], products: readonly CartProduct[]): Reorder {
  const result: Reorder = { items: [], missing: [], reduced: [] };
  for (const { id, name, quantity } of lines) {
    const product = products.find((candidate) => candidate.id === id);
    if (!product || isSoldOut(product)) {
      result.missing.push(name);
      continue;
    }
    if (product.stock < quantity) result.reduced.push(product.name);
    result.items.push(toCartItem(product, quantity));
  }
  return result;
}
