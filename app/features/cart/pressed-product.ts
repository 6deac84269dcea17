/**
 * A press of «Ajouter au panier» where there is no application: before it is loaded (early-cart.ts), and in an offline
 * copy of a page (app/offline). The button has its product as text, and the stored cart is what the application reads
 * as soon as it runs.
 */
import { isMeasured } from "#app/lib/format/articles.ts";
import { parseAmount, toSteps } from "#app/lib/format/units.ts";
import {
  addItem,
  type CartItem,
  type CartItems,
  type CartProduct,
  getItemQuantity,
  toCartItem,
} from "./cart-items.ts";
import { CART_KEY, parseCart, serializeCart } from "./stored-cart.ts";

/** The value of `data-product`. */
export function toProductData(product: CartProduct): string {
  return JSON.stringify(toCartItem(product, 1));
}

/** The line that a press of the button adds: the product, and the quantity typed beside it. Null for other buttons. */
export function readPressedProduct(button: HTMLElement): CartItem | null {
  const [product] = parseCart(`[${button.dataset.product ?? ""}]`);
  if (!product) return null;
  const typed = button.parentElement?.querySelector("input")?.value ?? "";
  const quantity = isMeasured(product)
    ? (toSteps(parseAmount(typed) ?? 0, product) ?? 1)
    : Number.parseInt(typed, 10) || 1;
  return { ...product, quantity: Math.max(1, quantity) };
}

/** Returns how many pieces the stock allowed to add. Throws when the browser stores nothing. */
export function addToStoredCart(line: CartItem): number {
  const before = readStoredCart();
  const after = addItem(before, line, line.quantity);
  localStorage.setItem(CART_KEY, serializeCart(after));
  return getItemQuantity(after, line.id) - getItemQuantity(before, line.id);
}

/** Empty where the browser lets nothing be read. */
export function readStoredCart(): CartItems {
  try {
    return parseCart(localStorage.getItem(CART_KEY));
  } catch {
    return [];
  }
}
