/** A picking list over several orders: what is to take from the shelves, and what has been taken. */

export interface PickItem {
  /** Null for a product that was deleted. */
  product_id: string | null;
  name: string;
  /** What the label of the product says, and its code. */
  reference: string | null;
  shelf: string | null;
  image: string | null;
  /** Pieces for all orders together. */
  quantity: number;
  orders: { id: string; number: string; quantity: number }[];
}

/** As many as the database takes at once. */
export const MAX_PICKED_ORDERS = 50;

/** The pieces that have been taken, by the key of the item. */
export type Picked = Readonly<Record<string, number>>;

export const getItemKey = ({ product_id, name }: Pick<PickItem, "product_id" | "name">) => product_id ?? name;

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

/** A scanned or typed code takes one piece of the product that it names. */
export function scanCode(items: readonly PickItem[], picked: Picked, code: string): ScanResult {
  const wanted = toCode(code);
  const item = items.find(({ reference }) => reference !== null && toCode(reference) === wanted);
  if (!item) {
    return { picked, message: `Aucun article de la liste n'a le code « ${code.trim()} ».`, isError: true };
  }
  if (isPicked(item, picked)) {
    return { picked, message: `${item.name} : les ${item.quantity} pièces y sont déjà.`, isError: true };
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
