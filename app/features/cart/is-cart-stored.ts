/** Whether local storage has these lines: on a device that is full, or forbids it, they are lost with the page. */
import type { CartItems } from "./cart-items.ts";
import { CART_KEY, serializeCart } from "./stored-cart.ts";

export function isCartStored(items: CartItems): boolean {
  try {
    return window.localStorage.getItem(CART_KEY) === serializeCart(items);
  } catch {
    return false;
  }
}
