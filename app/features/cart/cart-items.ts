/**
 * The cart as a list of lines, with the operations on it. Pure functions: the store holds the list, the
 * components render it, and every rule about quantities is implemented here once.
 */

import type { SoldBy } from "#app/lib/format/units.ts";
import { getUnitPrice, type PriceStep } from "#app/lib/models/price-steps.ts";

/**
 * The stored fields of what is bought, a product or a variant: enough to show a line without a database request. Prices
 * in whole francs. What most products are (sold by the piece, from one on, without options) is left out.
 */
export interface CartProduct extends SoldBy {
  /** That of the variant, for a product with options. */
  id: string;
  /** Of a variant with its choices: «Tube PVC – 32 mm · 4 m». */
  name: string;
  slug: string;
  price: number;
  old_price: number | null;
  image: string | null;
  /** Steps, as every quantity. */
  stock: number;
  /** The choices of a variant. */
  variant?: string | null;
  /** What each costs from which quantity on; missing where it is not known, or all cost the same. */
  price_steps?: readonly PriceStep[];
}

export interface CartItem extends CartProduct {
  quantity: number;
}

export type CartItems = readonly CartItem[];

/**
 * The quantity of a line never exceeds the stock. A sold-out product's line keeps the minimum until a notice explains
 * it.
 */
function clampQuantity(quantity: number, { stock, minimum_quantity = 1 }: CartProduct): number {
  return Math.max(minimum_quantity, Math.min(quantity, stock));
}

/** Adding a product again increases its line's quantity and takes over its price and stock. */
export function addItem(items: CartItems, product: CartProduct, quantity: number): CartItems {
  const existing = items.find((item) => item.id === product.id);
  // A card does not know the prices by quantity that a page or the cart has read.
  const known = existing?.price_steps && existing.price === product.price ? existing.price_steps : [];
  const line = toCartItem({ price_steps: known, ...product }, (existing?.quantity ?? 0) + quantity);
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

/** The name of a link to the cart: «Panier : 3 articles»; in French, zero is singular. */
export function formatCartName(count: number): string {
  return `Panier : ${count} ${count > 1 ? "articles" : "article"}`;
}

/** The number of articles as the badge of a link to the cart has room for it. */
export function formatCartCount(count: number): string {
  return count > 99 ? "99+" : String(count);
}

/** In francs, without shipping. */
export function calculateSubtotal(items: CartItems): number {
  return items.reduce((sum, item) => sum + getUnitPrice(item, item.quantity) * item.quantity, 0);
}

/** Parses a typed quantity; text that is not a number is 1. */
export function parseQuantity(text: string): number {
  const quantity = Number.parseInt(text, 10);
  return Number.isNaN(quantity) ? 1 : quantity;
}

/** A cart line for the product, with a whole quantity between the minimum and the stock. */
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
    quantity: clampQuantity(Math.trunc(quantity), product),
    ...pickUnusual(product),
  };
}

/** So a line of most products is stored as it has been before there were units, and is as short. */
function pickUnusual(product: CartProduct): Partial<CartProduct> {
  const { unit, step_size = 1, minimum_quantity = 1, content_size, content_unit, variant } = product;
  const { price_steps = [] } = product;
  return {
    ...(unit && unit !== "piece" && { unit }),
    ...(step_size !== 1 && { step_size }),
    ...(minimum_quantity !== 1 && { minimum_quantity }),
    ...(content_size && content_unit && { content_size, content_unit }),
    ...(variant && { variant }),
    ...(price_steps.length > 0 && { price_steps: [...price_steps] }),
  };
}

/** The flat fee, or 0 for an empty cart. In francs. */
export function calculateShipping(subtotal: number, fee: number): number {
  return subtotal > 0 ? fee : 0;
}
