/** An order that staff enter or change: what the screen holds, as typed, and what it sends. */
import * as z from "zod/mini";
import { isNamedBy } from "#app/features/admin/shared/item-code.ts";
import { isSoldByUnit, type SoldBy, toStepText } from "#app/lib/format/units.ts";
import { parseWholeNumber } from "#app/lib/forms/whole-number.ts";
import { parseSoldBy } from "#app/lib/models/sold-by.ts";
import { HALF_DAY_VALUES } from "#app/lib/supabase/database.types.ts";

/** As JSON: an interface is no JSON to the compiler. */
type StoredSoldBy = Pick<SoldBy, keyof SoldBy>;

const lineSchema = z.object({
  /** The product or variant; null once it is deleted. */
  id: z.nullable(z.string()),
  /** The line's place in an order that exists; null for a new line. */
  position: z.nullable(z.number()),
  name: z.string(),
  image: z.nullable(z.string()),
  unit_price: z.number(),
  /** In steps. */
  quantity: z.string(),
  discount: z.string(),
  /** What one step is. A draft may be older than the units. */
  sold_by: z.pipe(
    z.optional(z.unknown()),
    z.transform((stored): StoredSoldBy => parseSoldBy(stored)),
  ),
});
export type StaffOrderLine = z.output<typeof lineSchema>;

const text = z.catch(z.string(), "");
/** A draft may be older than the shop: what it lacks is empty. */
const staffOrderSchema = z.object({
  /** The account that was found by the number; null for a customer without one. */
  customerId: z.catch(z.nullable(z.string()), null),
  name: text,
  phone: text,
  address: text,
  city: text,
  quarter: text,
  landmark: text,
  /** The id of a pick-up point, DELETED_POINT, TAKEN_ALONG, or empty for a delivery. */
  pickupPoint: text,
  source: text,
  day: text,
  half: text,
  notes: text,
  payment: text,
  fee: text,
  discount: text,
  discountReason: text,
  lines: z.catch(z.array(lineSchema), []),
});
/** Every value is text, as typed. */
export type StaffOrder = z.output<typeof staffOrderSchema>;

/** What is sold at the counter and needs no delivery. */
export const TAKEN_ALONG = "taken-along";
/** Where an order is fetched whose pick-up point was deleted since: it stays what it was. */
export const DELETED_POINT = "deleted-point";

export const EMPTY_ORDER: StaffOrder = {
  customerId: null,
  name: "",
  phone: "",
  address: "",
  city: "",
  quarter: "",
  landmark: "",
  pickupPoint: "",
  source: "phone",
  day: "",
  half: "",
  notes: "",
  payment: "cod",
  fee: "",
  discount: "",
  discountReason: "",
  lines: [],
};

export function parseStaffOrder(stored: unknown): StaffOrder {
  return staffOrderSchema.parse({ ...(typeof stored === "object" ? stored : null) });
}

/** In the form of the database, which finds what is wrong: a text that is no number is sent as it is. */
export function toSentOrder(order: StaffOrder) {
  const isDelivered = order.pickupPoint === "";
  return {
    customer_id: order.customerId,
    customer_name: order.name,
    customer_phone: order.phone,
    shipping_address: isDelivered
      ? { address: order.address, city: order.city, quarter: order.quarter, landmark: order.landmark }
      : {},
    pickup_point_id: ["", TAKEN_ALONG, DELETED_POINT].includes(order.pickupPoint) ? null : order.pickupPoint,
    delivery_day: (isDelivered && order.day) || null,
    delivery_half: (isDelivered && order.day && order.half) || null,
    notes: order.notes,
    source: order.source,
    payment_method: order.payment,
    items: order.lines.map(({ id, position, quantity, discount, sold_by }) => ({
      ...(position === null
        ? { id, ...(isSoldByUnit(sold_by) && { step: toStepText(sold_by) }) }
        : { position }),
      quantity: toAmount(quantity),
      discount: toAmount(discount) ?? 0,
    })),
    discount: toAmount(order.discount) ?? 0,
    discount_reason: order.discountReason,
    fee: toAmount(order.fee),
  };
}

/** The day that the customer is told, of an order that the database has taken. */
export function getToldDay(order: StaffOrder) {
  const { delivery_day, delivery_half } = toSentOrder(order);
  return { delivery_day, delivery_half: HALF_DAY_VALUES.find((half) => half === delivery_half) ?? null };
}

/**
 * Whether the customer is told of a change: the rule of `private.is_told_change`, of what was sent. A fee is told by the
 * total.
 */
export function isTold(
  changed: StaffOrder,
  stored: StaffOrder,
  { total_amount, previous_total }: { total_amount: number; previous_total: number },
): boolean {
  const toTold = ({ notes: _, discount_reason: __, fee: ___, ...sent }: SentOrder) =>
    JSON.stringify(sent, (_key, value) => (typeof value === "string" ? value.trim() : value));
  return total_amount !== previous_total || toTold(toSentOrder(changed)) !== toTold(toSentOrder(stored));
}

const COLUMNS: Readonly<Record<string, string>> = {
  name: "customer_name",
  phone: "customer_phone",
  day: "delivery_day",
  payment: "payment_method",
  discountReason: "discount_reason",
  lines: "items",
} satisfies Partial<Record<keyof StaffOrder, string>>;

/** The column under which the database reports what is wrong with a field. */
export const getColumn = (field: string): string => COLUMNS[field] ?? field;

export type SentOrder = ReturnType<typeof toSentOrder>;

/** «12 500» -> 12500, "" -> null; another text unchanged. */
function toAmount(typed: string): number | string | null {
  if (typed.trim() === "") return null;
  const amount = parseWholeNumber(typed);
  return Number.isNaN(amount) ? typed : amount;
}

/** What can be sold: a product, or a variant of one. */
export interface FoundProduct {
  id: string;
  name: string;
  reference: string | null;
  barcode: string | null;
  /** Of one step. */
  price: number;
  /** In steps. */
  stock: number;
  image: string | null;
  minimum_quantity: number;
  sold_by: SoldBy;
}

/** The order with one more step of a product; of a new one, as many as it is sold at least. */
export function addProduct(order: StaffOrder, found: FoundProduct): StaffOrder {
  const { id, name, image, price, minimum_quantity, sold_by } = found;
  const isListed = order.lines.some((line) => line.id === id);
  if (!isListed) {
    const line = {
      ...{ id, position: null, name, image, unit_price: price, discount: "", sold_by },
      quantity: String(minimum_quantity),
    };
    return { ...order, lines: [...order.lines, line] };
  }
  return {
    ...order,
    lines: order.lines.map((line) =>
      line.id === id ? { ...line, quantity: String((parseWholeNumber(line.quantity) || 0) + 1) } : line,
    ),
  };
}

/** The changed lines, each with its former discount in proportion while nobody has typed another one: as `change_order` stores it. */
export function retainDiscounts(
  lines: readonly StaffOrderLine[],
  before: readonly StaffOrderLine[],
  stored: readonly StaffOrderLine[],
): StaffOrderLine[] {
  return lines.map((line) => {
    const isSame = (other: StaffOrderLine) => line.position !== null && other.position === line.position;
    const [former, first] = [before.find(isSame), stored.find(isSame)];
    if (!former || !first || former.quantity === line.quantity || former.discount !== line.discount)
      return line;
    const isTyped = former.discount !== toRetainedDiscount(first, former.quantity);
    return isTyped ? line : { ...line, discount: toRetainedDiscount(first, line.quantity) };
  });
}

function toRetainedDiscount({ quantity, discount }: StaffOrderLine, changed: string): string {
  const [all, pieces] = [parseWholeNumber(quantity), parseWholeNumber(changed)];
  const isLess = pieces > 0 && pieces < all && discount !== "";
  return isLess ? String(Math.floor((parseWholeNumber(discount) * pieces) / all)) : discount;
}

/** The product that a scanned code or a typed reference names: the only one found, or the one of that code. */
export function pickProduct(query: string, found: readonly FoundProduct[]): FoundProduct | null {
  const named = found.filter((item) => isNamedBy(item, query));
  if (named.length === 1) return named[0] ?? null;
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** What a list of drafts shows: the name or the number of the customer. */
export function getDraftLabel({ name, phone }: StaffOrder): string {
  return (name.trim() || phone.trim() || "Sans nom").slice(0, 200);
}
