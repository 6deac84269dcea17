/**
 * Reconciles a stored cart, which may be weeks old, with the current products. Lines are corrected, and each
 * correction adds a notice that is shown beside the line: no customer learns of a raised price at the door.
 */
import { formatSoldBy, getAmount, getContent, toSteps } from "#app/lib/format/units.ts";
import { isSoldOut } from "#app/lib/models/sold-out.ts";
import { type CartItem, type CartItems, type CartProduct, toCartItem } from "./cart-items.ts";

export type CartNotice =
  /** No longer in the catalogue: the line is removed from the cart. */
  | { kind: "unavailable"; id: string; item: CartItem }
  /** Out of stock: the line is removed from the cart. */
  | { kind: "sold-out"; id: string; item: CartItem }
  /** Unit prices in francs. */
  | { kind: "price"; id: string; before: number; now: number }
  | { kind: "stock"; id: string; item: CartItem; requested: number }
  /** Sold in other steps or packets than when it was added: the quantity is at least what it was. */
  | { kind: "step"; id: string; item: CartItem }
  /** Fewer than are sold now: the quantity was raised to the minimum. */
  | { kind: "minimum"; id: string; item: CartItem };

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
    if (isSoldOut(product)) {
      notices.push({ kind: "sold-out", id, item });
      continue;
    }
    const isSameStep = getStepText(product) === getStepText(item);
    const wanted = isSameStep ? quantity : toStepsOf(product, item);
    const line = toCartItem(product, wanted);
    if (!isSameStep) {
      notices.push({ kind: "step", id, item: line });
    } else if (product.price !== item.price) {
      notices.push({ kind: "price", id, before: item.price, now: product.price });
    }
    if (wanted > product.stock) {
      notices.push({ kind: "stock", id, item: line, requested: wanted });
    } else if (isSameStep && line.quantity > wanted) {
      notices.push({ kind: "minimum", id, item: line });
    }
    retained.push(line);
  }
  return { items: retained, notices };
}

/** What one of the line is: «vendu par carton de 1,44 m²». */
function getStepText(product: CartProduct): string {
  return formatSoldBy(product) || "à la pièce";
}

/** The steps of today that are at least what the line was; as many as before where the units cannot be compared. */
function toStepsOf(product: CartProduct, { quantity, ...before }: CartItem): number {
  const content = getContent(quantity, before);
  const steps = content && toSteps(content.amount, product, content.unit);
  return steps ?? toSteps(getAmount(quantity, before), product, before.unit ?? "piece") ?? quantity;
}
