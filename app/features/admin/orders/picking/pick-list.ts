/** A picking list over several orders: what is to take from the shelves, and what has been taken. */
import { isSoldByUnit, type SoldBy, toStepText } from "#app/lib/format/units.ts";

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
  orders: { id: string; number: string; quantity: number }[];
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
export function listPickedOrders(items: readonly PickItem[]): { id: string; number: string }[] {
  const orders = new Map(items.flatMap((item) => item.orders.map(({ id, number }) => [id, { id, number }])));
  return [...orders.values()];
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
    message: `${item.name} : ${count} sur ${item.quantity}`,
    isError: false,
  };
}

/** A scanner writes capitals and hyphens as it is set up. */
const toCode = (text: string) => text.replace(/\s/g, "").toLowerCase();
