/** An order in the admin: what its customer sees, its history with actors, and its possible transitions. */
import { formatPhone, isPhone, normalizePhone } from "#app/lib/format/phone.ts";
import { whatsappLink } from "#app/lib/format/whatsapp.ts";
import type { Order } from "#app/lib/models/order.ts";
import type { OrderStatus } from "./orders-search-params.ts";

export interface AdminOrder extends Order {
  customer_email: string | null;
  /** ISO timestamps; null for a status that was not reached. */
  processing_at: string | null;
  completed_at: string | null;
  cancelled_at: string | null;
  /** The names of the administrators by the status that they set; unrecorded ones are missing. */
  actors: ReadonlyMap<string, string>;
}

/**
 * The possible transitions of an order, with their allowed previous statuses; the database enforces the same.
 */
export type NextStatus = Exclude<OrderStatus, "pending">;
export const allowedFrom: Readonly<Record<NextStatus, readonly OrderStatus[]>> = {
  processing: ["pending"],
  completed: ["pending", "processing"],
  cancelled: ["pending", "processing"],
};

export function canTransition(order: Pick<AdminOrder, "status">, next: NextStatus): boolean {
  return allowedFrom[next].some((status) => status === order.status);
}

export interface HistoryStep {
  label: string;
  /** ISO timestamp. */
  at: string;
  /** Null when no actor was recorded. */
  by: string | null;
}

/**
 * The history of an order, oldest first. The current status is dated by the last change when no time was
 * recorded.
 */
export function getOrderHistory(order: AdminOrder): HistoryStep[] {
  const { created_at, updated_at, customer_name, processing_at, completed_at, cancelled_at } = order;
  function step(label: string, status: OrderStatus, recordedAt: string | null): HistoryStep[] {
    const at = recordedAt ?? (order.status === status ? updated_at : null);
    return at === null ? [] : [{ label, at, by: order.actors.get(status) ?? null }];
  }
  return [
    { label: "Commande passée", at: created_at, by: customer_name },
    ...step("Prise en charge", "processing", processing_at),
    ...step("Terminée", "completed", completed_at),
    ...step("Annulée", "cancelled", cancelled_at),
  ];
}

export interface PhoneLinks {
  text: string;
  /** Null for a text that is no phone number. */
  tel: string | null;
  whatsapp: string | null;
}

/** The delivery's phone number, and the customer's own when it differs. */
export function getOrderPhones({ phone, customer_phone, customer_name, number }: Order): PhoneLinks[] {
  return [...new Set([formatPhone(normalizePhone(phone)), formatPhone(normalizePhone(customer_phone))])].map(
    (text) => {
      if (!isPhone(text)) return { text, tel: null, whatsapp: null };
      const digits = normalizePhone(text);
      const greeting = `Bonjour ${customer_name}, nous vous écrivons au sujet de votre commande ${number}.`;
      return { text, tel: `tel:${digits}`, whatsapp: whatsappLink(digits, greeting) };
    },
  );
}

/** «1 commande», «2 commandes». */
export function formatOrderCount(count: number): string {
  return `${numbers.format(count)} ${count > 1 ? "commandes" : "commande"}`;
}

const numbers = new Intl.NumberFormat("fr-FR");
