/**
 * The cart as a list of lines, with the operations on it. Pure functions: the store holds the list, the
 * components render it, and every rule about quantities is implemented here once.
 */

/**
 * The stored fields of a product: enough to show a line without a database request. Prices in whole francs.
 */
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

/**
 * The quantity of a line never exceeds the stock. A sold-out product's line keeps 1 until a notice explains
 * it.
 */
function clampToStock(quantity: number, stock: number): number {
  return Math.max(1, Math.min(quantity, stock));
}

/** Adding a product again increases its line's quantity and takes over its price and stock. */
export function addItem(items: CartItems, product: CartProduct, quantity: number): CartItems {
  const existing = items.find((item) => item.id === product.id);
  const line = toCartItem(product, (existing?.quantity ?? 0) + quantity);
  return existing ? items.map((item) => (item === existing ? line : item)) : [...items, line];
}

/** Adds what is missing for the cart to hold this many pieces of the product; more of them stay. */
export function ensureItem(items: CartItems, product: CartProduct, quantity: number): CartItems {
  const missing = quantity - getItemQuantity(items, product.id);
  return missing > 0 ? addItem(items, product, missing) : items;
}

/** The pieces of a product; 0 when it is not in the cart. */
export function getItemQuantity(items: CartItems, id: string): number {
  return items.find((item) => item.id === id)?.quantity ?? 0;
}

export function removeItem(items: CartItems, id: string): CartItems {
  return items.filter((item) => item.id !== id);
}

/** Restores a removed line at its position; a line of that product added in the meantime is kept instead. */
export function restoreItem(items: CartItems, item: CartItem, index: number): CartItems {
  return items.some(({ id }) => id === item.id) ? items : items.toSpliced(index, 0, item);
}

/** Applies only a quantity greater than 0. */
export function setItemQuantity(items: CartItems, id: string, quantity: number): CartItems {
  if (!(quantity > 0)) return items;
  return items.map((item) => (item.id === id ? toCartItem(item, quantity) : item));
}

export function countItems(items: CartItems): number {
  return items.reduce((count, item) => count + item.quantity, 0);
}

/** The name of a link to the cart: «Panier : 3 articles»; in French, zero is singular. */
export function formatCartName(count: number): string {
  return `Panier : ${count} ${count > 1 ? "articles" : "article"}`;
}

/** The number of pieces as the badge of a link to the cart has room for it. */
export function formatCartCount(count: number): string {
  return count > 99 ? "99+" : String(count);
}

/** In francs, without shipping. */
export function calculateSubtotal(items: CartItems): number {
  return items.reduce((sum, item) => sum + item.price * item.quantity, 0);
}

/** Parses a typed quantity; text that is not a number is 1. */
export function parseQuantity(text: string): number {
  const quantity = Number.parseInt(text, 10);
  return Number.isNaN(quantity) ? 1 : quantity;
}

/** A cart line for the product, with a whole quantity between 1 and the stock. */
export function toCartItem(product: CartProduct, quantity: number): CartItem {
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

/** The flat fee, or 0 for an empty cart. In francs. */
export function calculateShipping(subtotal: number, fee: number): number {
  return subtotal > 0 ? fee : 0;
}
