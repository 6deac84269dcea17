/**
 * The data of the confirmation page for the order just placed. It is stored in this tab and not in the URL,
 * so that nobody sees another customer's order by changing a number, and a reload still shows it.
 */
import { readTabStorage, writeTabStorage } from "#app/lib/storage/tab-storage.ts";

const STORAGE_KEY = "order-confirmation";

interface Confirmation {
  id: string;
  number: string;
  /** ISO text. */
  created_at: string;
  /** The day or the pick-up point that the customer has chosen; null without one. */
  delivery: string | null;
}

export function storeConfirmation({ id, number, created_at, delivery }: Confirmation): void {
  writeTabStorage(STORAGE_KEY, { id, number, created_at, delivery });
}

/** Whether an order was placed in this tab; a part of the script in the head of the private pages. */
export function hasConfirmation(): boolean {
  return readTabStorage(STORAGE_KEY) !== null;
}

/** The order last placed in this tab, null without one. */
export function readConfirmation(): Confirmation | null {
  const stored = readTabStorage(STORAGE_KEY);
  if (typeof stored !== "object" || stored === null) return null;
  if (!("id" in stored) || !("number" in stored) || !("created_at" in stored)) return null;
  const { id, number, created_at } = stored;
  if (typeof id !== "string" || typeof number !== "string" || typeof created_at !== "string") return null;
  const delivery = "delivery" in stored && typeof stored.delivery === "string" ? stored.delivery : null;
  return Number.isNaN(Date.parse(created_at)) ? null : { id, number, created_at, delivery };
}
