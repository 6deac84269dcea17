/**
 * The cart's serialization in local storage: the list of lines. Stored text may come from an older version,
 * from another shop on the same origin, or be edited by hand, so each line is validated field by field and
 * invalid lines are dropped. The parser is hand-written because it runs on every page, where a schema library
 * would weigh more than the rest of the cart.
 */

import type { SoldBy } from "#app/lib/format/units.ts";
import { isRecord } from "#app/lib/is-record.ts";
import { parsePriceSteps } from "#app/lib/models/price-steps.ts";
import { UNIT_VALUES } from "#app/lib/supabase/database.types.ts";
import { addItem, type CartItem, type CartItems, toCartItem } from "./cart-items.ts";

/** The key of the cart in local storage. */
export const CART_KEY = "cart";

/** More lines than any real cart has; further ones are not parsed. */
const MAX_LINES = 100;

/** The valid lines, each product once; an empty list for text that is not a cart. */
export function parseCart(text: string | null): CartItems {
  if (!text) return [];
  let items: CartItems = [];
  for (const value of parseLines(text).slice(0, MAX_LINES)) {
    const item = parseLine(value);
    if (item) items = addItem(items, item, item.quantity);
  }
  return items;
}

export function serializeCart(items: CartItems): string {
  return JSON.stringify(items);
}

function parseLines(text: string): unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  if (isRecord(value)) value = value.items;
  return Array.isArray(value) ? value : [];
}

function parseLine(value: unknown): CartItem | null {
  if (!isRecord(value)) return null;
  const { id, name } = value;
  const price = parseAmount(value.price);
  if (typeof id !== "string" || id === "" || typeof name !== "string" || name === "" || price === null)
    return null;
  const quantity = Math.max(1, Math.trunc(parseAmount(value.quantity) ?? 1));
  return toCartItem(
    {
      id,
      name,
      slug: typeof value.slug === "string" ? value.slug : "",
      price,
      old_price: parseAmount(value.old_price),
      image: typeof value.image === "string" && value.image !== "" ? value.image : null,
      // Without a stored stock the current quantity is the maximum, until the cart is reconciled with the
      // shop.
      stock: parseAmount(value.stock) ?? quantity,
      ...parseSoldBy(value),
      variant: typeof value.variant === "string" ? value.variant : null,
      price_steps: parsePriceSteps(value.price_steps),
    },
    quantity,
  );
}

/** What is missing or invalid is that of single pieces; the cart is compared with the shop before an order. */
function parseSoldBy(value: Record<string, unknown>): SoldBy {
  const parseUnit = (text: unknown) => UNIT_VALUES.find((unit) => unit === text);
  return {
    unit: parseUnit(value.unit),
    step_size: parseSize(value.step_size) ?? 1,
    minimum_quantity: parseAmount(value.minimum_quantity) || 1,
    content_size: parseSize(value.content_size),
    content_unit: parseUnit(value.content_unit),
  };
}

function parseSize(value: unknown): number | null {
  return typeof value === "number" && value > 0 && value < 1_000_000 ? value : null;
}

/** An amount of francs or pieces: whole, not negative, and safe in arithmetic. */
function parseAmount(value: unknown): number | null {
  const amount = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof amount !== "number" || !Number.isFinite(amount) || amount < 0) return null;
  const whole = Math.round(amount);
  return whole <= 1_000_000_000 ? whole : null;
}
