/**
 * The data of the confirmation page for the order just placed. It is stored in this tab and not in the URL,
 * so that nobody sees another customer's order by changing a number, and a reload still shows it.
 */
import { formatDeliveryDay } from "#app/lib/models/delivery-days.ts";
import { readTabStorage, writeTabStorage } from "#app/lib/storage/tab-storage.ts";
import type { HalfDay } from "#app/lib/supabase/database.types.ts";

const STORAGE_KEY = "order-confirmation";

interface Confirmation {
  id: string;
  number: string;
  /** ISO text. */
  created_at: string;
  /** The day or the pick-up point that the customer has chosen; null without one. */
  delivery: string | null;
}

export interface ConfirmedOrder {
  id: string;
  number: string;
  created_at: string;
  delivery_day: string | null;
  delivery_half: HalfDay | null;
  pickup_point_name: string | null;
}

export function storeConfirmation(order: ConfirmedOrder): void {
  const { id, number, created_at, delivery_day, delivery_half, pickup_point_name } = order;
  const day = delivery_day && formatDeliveryDay(delivery_day, delivery_half);
  const delivery = pickup_point_name === null ? day : `Retrait en magasin : ${pickup_point_name}`;
  writeTabStorage(STORAGE_KEY, { id, number, created_at, delivery });
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
