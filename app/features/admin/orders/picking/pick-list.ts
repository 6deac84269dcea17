/** A picking list over several orders: what is to take from the shelves, and what has been taken. */
import {
  formatTypedAmount,
  getUnitSymbol,
  isSoldByUnit,
  type SoldBy,
  toStepText,
} from "#app/lib/format/units.ts";

export interface PickItem {
  /** Null for a product that was deleted. */
  product_id: string | null;
  /** Null for a product without options. */
  variant_id: string | null;
  name: string;
  /** What the label of the product says, and its code. */
  reference: string | null;
  /** On its packing. */
  barcode: string | null;
  /** What one step of the quantity is. */
  sold_by: SoldBy;
  shelf: string | null;
  image: string | null;
  /** Steps for all orders together. */
  quantity: number;
  orders: (ListedOrder & { quantity: number })[];
}

export interface ListedOrder {
  id: string;
  number: string;
  /** Tells one state of its articles from another. */
  contents: string;
}

/** As many as the database takes at once. */
export const MAX_PICKED_ORDERS = 50;

/** The steps that have been taken, by the key of the item. */
export type Picked = Readonly<Record<string, number>>;

type ItemKey = Pick<PickItem, "product_id" | "variant_id" | "name" | "sold_by">;

/** What was ordered by another step is another item. */
export const getItemKey = ({ product_id, variant_id, name, sold_by }: ItemKey) =>
  `${variant_id ?? product_id ?? name}${isSoldByUnit(sold_by) ? ` ${toStepText(sold_by)}` : ""}`;

export const getPickedCount = (item: PickItem, picked: Picked) => picked[getItemKey(item)] ?? 0;

export const isPicked = (item: PickItem, picked: Picked) => getPickedCount(item, picked) >= item.quantity;

/** The orders of a list, each once, in the order in which they are first needed. */
export function listPickedOrders(items: readonly PickItem[]): ListedOrder[] {
  const orders = new Map(
    items.flatMap((item) =>
      item.orders.map(({ id, number, contents }) => [id, { id, number, contents }] as const),
    ),
  );
  return [...orders.values()];
}

/** What has been taken once these orders are prepared: their parcels have gone. */
export function leaveOrders(items: readonly PickItem[], picked: Picked, ids: ReadonlySet<string>): Picked {
  const left = { ...picked };
  for (const item of items) {
    const gone = item.orders.reduce((sum, { id, quantity }) => sum + (ids.has(id) ? quantity : 0), 0);
    left[getItemKey(item)] = Math.max(0, getPickedCount(item, picked) - gone);
  }
  return left;
}

interface Surplus {
  key: string;
  /** The steps too many. */
  count: number;
  /** How many the list needs. */
  needed: number;
}

/** What has been taken and is not needed any more: an order was changed, cancelled, or prepared by somebody else. */
export function listSurplus(items: readonly PickItem[], picked: Picked): Surplus[] {
  const needs = new Map(items.map((item) => [getItemKey(item), item.quantity]));
  return Object.entries(picked).flatMap(([key, count]) => {
    const needed = needs.get(key) ?? 0;
    return count > needed ? [{ key, count: count - needed, needed }] : [];
  });
}

export interface ScanResult {
  picked: Picked;
  /** What the code did, or why it did nothing. */
  message: string;
  isError: boolean;
}

/** A scanned or typed code takes one piece or step of the product that it names. */
export function scanCode(items: readonly PickItem[], picked: Picked, code: string): ScanResult {
  const wanted = toCode(code);
  const named = items.filter(({ reference, barcode }) =>
    [reference, barcode].some((known) => known !== null && toCode(known) === wanted),
  );
  // What is still to take comes first: the same article may be there with two steps.
  const item = named.find((each) => !isPicked(each, picked)) ?? named[0];
  if (!item) {
    return { picked, message: `Aucun article de la liste n'a le code « ${code.trim()} ».`, isError: true };
  }
  if (isPicked(item, picked)) {
    return { picked, message: `${item.name} : tout y est déjà.`, isError: true };
  }
  const count = getPickedCount(item, picked) + 1;
  return {
    picked: { ...picked, [getItemKey(item)]: count },
    message: `${item.name} : ${formatCounts(count, item)}`,
    isError: false,
  };
}

/** «2», of cable by the half metre «1 m», and while some of it is taken «0,5 sur 1 m». */
export function formatCounts(count: number, { quantity, sold_by }: PickItem): string {
  const amount = formatTypedAmount(quantity, sold_by);
  const needed = [amount, getUnitSymbol(sold_by)].filter(Boolean).join("\u00a0");
  return count > 0 ? `${formatTypedAmount(count, sold_by)} sur ${needed}` : needed;
}

/** A scanner writes capitals and hyphens as it is set up. */
const toCode = (text: string) => text.replace(/\s/g, "").toLowerCase();
