/**
 * The cart as a list, and what may be done to it. Pure functions: the store keeps the list, the screens show it,
 * and every rule about quantities stands here once.
 */

/** What the cart keeps of a product: enough to show a line without asking the database. Whole francs. */
export interface CartProduct {
  id: string;
  name: string;
  slug: string;
  price: number;
  old_price: number | null;
  image: string | null;
  stock: number;
}

export interface CartItem extends CartProduct {
  quantity: number;
}

export type CartItems = readonly CartItem[];

/** A line never asks for more than the shop has; a line of a sold-out product keeps 1 until it is explained. */
function clampToStock(quantity: number, stock: number): number {
  return Math.max(1, Math.min(quantity, stock));
}

/** The same product again raises its line by the quantity; its price and stock become the ones just seen. */
export function addItem(items: CartItems, product: CartProduct, quantity: number): CartItems {
  const known = items.find((item) => item.id === product.id);
  const line = toItem(product, (known?.quantity ?? 0) + quantity);
  return known ? items.map((item) => (item === known ? line : item)) : [...items, line];
}

export function removeItem(items: CartItems, id: string): CartItems {
  return items.filter((item) => item.id !== id);
}

/** Puts a removed line back where it was; a line of that product added meanwhile is kept instead. */
export function restoreItem(items: CartItems, item: CartItem, index: number): CartItems {
  return items.some(({ id }) => id === item.id) ? items : items.toSpliced(index, 0, item);
}

/** Applies only a quantity greater than 0. */
export function setItemQuantity(items: CartItems, id: string, quantity: number): CartItems {
  if (!(quantity > 0)) return items;
  return items.map((item) => (item.id === id ? toItem(item, quantity) : item));
}

export function countItems(items: CartItems): number {
  return items.reduce((count, item) => count + item.quantity, 0);
}

/** In francs, without shipping. */
export function subtotalOf(items: CartItems): number {
  return items.reduce((sum, item) => sum + item.price * item.quantity, 0);
}

/** What was typed as a quantity; text that is no number is 1. */
export function parseQuantity(text: string): number {
  const quantity = Number.parseInt(text, 10);
  return Number.isNaN(quantity) ? 1 : quantity;
}

/** A product as a line, its quantity a whole number between 1 and the stock. */
export function toItem(product: CartProduct, quantity: number): CartItem {
  const { id, name, slug, price, old_price, image, stock } = product;
  return {
    id,
    name,
    slug,
    price,
    old_price,
    image,
    stock,
    quantity: clampToStock(Math.trunc(quantity), stock),
  };
}

/** The flat fee, or nothing while there is nothing to deliver. In francs. */
export function shippingFor(subtotal: number, fee: number): number {
  return subtotal > 0 ? fee : 0;
}
