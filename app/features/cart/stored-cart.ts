/**
 * The cart as text, the way local storage keeps it: the list of lines. What is read back may have been written
 * by an older shop, by another one on the same address, or by hand, so each line is judged field by field and
 * what cannot be understood is left out. Written by hand because it runs on every page, where a schema library
 * would weigh more than the rest of the cart.
 */
import { addItem, type CartItem, type CartItems, toItem } from "./cart-items.ts";

/** More lines than a person puts into a cart: what follows is not read. */
const MAX_LINES = 100;

/** The lines that can be understood, each product once; an empty list for text that is no cart at all. */
export function parseCart(text: string | null): CartItems {
  if (!text) return [];
  let items: CartItems = [];
  for (const value of linesOf(text).slice(0, MAX_LINES)) {
    const item = readLine(value);
    if (item) items = addItem(items, item, item.quantity);
  }
  return items;
}

export function serializeCart(items: CartItems): string {
  return JSON.stringify(items);
}

function linesOf(text: string): unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  if (isRecord(value)) value = value.items;
  return Array.isArray(value) ? value : [];
}

function readLine(value: unknown): CartItem | null {
  if (!isRecord(value)) return null;
  const { id, name } = value;
  const price = readAmount(value.price);
  if (typeof id !== "string" || id === "" || typeof name !== "string" || name === "" || price === null)
    return null;
  const quantity = Math.max(1, Math.trunc(readAmount(value.quantity) ?? 1));
  return toItem(
    {
      id,
      name,
      slug: typeof value.slug === "string" ? value.slug : "",
      price,
      old_price: readAmount(value.old_price),
      image: typeof value.image === "string" && value.image !== "" ? value.image : null,
      // A cart that does not know the stock asks for no more than it already does until the shop is asked.
      stock: readAmount(value.stock) ?? quantity,
    },
    quantity,
  );
}

/** A number of francs or pieces: whole, not negative, and exact in arithmetic. */
function readAmount(value: unknown): number | null {
  const amount = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof amount !== "number" || !Number.isFinite(amount) || amount < 0) return null;
  const whole = Math.round(amount);
  return whole <= 1_000_000_000 ? whole : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
