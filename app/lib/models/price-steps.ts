/** What one piece, or one step of a measure, costs from which quantity on. The database decides (price_steps). */
import { isRecord } from "#app/lib/is-record.ts";

export interface PriceStep {
  minimum_quantity: number;
  /** Whole francs; lower than that of any smaller quantity. */
  price: number;
}

interface PricedItem {
  /** The ordinary price, of quantities below the first step. */
  price: number;
  price_steps?: readonly PriceStep[] | null;
}

/** What each costs when so many are bought. */
export function getUnitPrice({ price, price_steps }: PricedItem, quantity: number): number {
  return price_steps?.findLast(({ minimum_quantity }) => minimum_quantity <= quantity)?.price ?? price;
}

/** The step that is reached with more; undefined at the lowest price. */
export function getNextStep({ price_steps }: PricedItem, quantity: number): PriceStep | undefined {
  return price_steps?.find(({ minimum_quantity }) => minimum_quantity > quantity);
}

/** The valid steps of a stored or received value, in their order. */
export function parsePriceSteps(value: unknown): PriceStep[] {
  if (!Array.isArray(value)) return [];
  return value
    .flatMap((step: unknown) => {
      const { minimum_quantity, price } = { minimum_quantity: 0, price: 0, ...(isRecord(step) && step) };
      return isAmount(minimum_quantity) && isAmount(price) ? [{ minimum_quantity, price }] : [];
    })
    .toSorted((one, other) => one.minimum_quantity - other.minimum_quantity);
}

function isAmount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}
