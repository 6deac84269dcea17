/** An order as the back office knows it: what its customer sees, what happened to it by whom, and what can follow. */
import { formatPhone, isPhone, normalizePhone } from "../../../lib/phone.ts";
import type { StoredOrder } from "../../../lib/stored-order.ts";
import { whatsappLink } from "../../../lib/whatsapp.ts";
import type { Status } from "./orders-address.ts";

export interface OfficeOrder extends StoredOrder {
  customer_email: string | null;
  /** ISO texts; null for a state that was not reached. */
  processing_at: string | null;
  completed_at: string | null;
  cancelled_at: string | null;
  /** Who brought it to a state, by the state; whoever is not noted is missing. */
  actors: ReadonlyMap<string, string>;
}

/** What an order can become, and from which states; the database holds to the same. */
export type NextStatus = Exclude<Status, "pending">;
export const sourcesOf: Readonly<Record<NextStatus, readonly Status[]>> = {
  processing: ["pending"],
  completed: ["pending", "processing"],
  cancelled: ["pending", "processing"],
};

export function canBecome(order: Pick<OfficeOrder, "status">, next: NextStatus): boolean {
  return sourcesOf[next].some((status) => status === order.status);
}

export interface HistoryStep {
  what: string;
  /** ISO text. */
  at: string;
  /** Null when nobody noted it. */
  by: string | null;
}

/** What happened to it, from the first on. Of the state that it is in, the last change tells when none was noted. */
export function historyOf(order: OfficeOrder): HistoryStep[] {
  const { created_at, updated_at, customer_name, processing_at, completed_at, cancelled_at } = order;
  function step(what: string, status: Status, noted: string | null): HistoryStep[] {
    const at = noted ?? (order.status === status ? updated_at : null);
    return at === null ? [] : [{ what, at, by: order.actors.get(status) ?? null }];
  }
  return [
    { what: "Commande passée", at: created_at, by: customer_name },
    ...step("Prise en charge", "processing", processing_at),
    ...step("Terminée", "completed", completed_at),
    ...step("Annulée", "cancelled", cancelled_at),
  ];
}

export interface CallablePhone {
  text: string;
  /** Null for what is no number that could be called. */
  tel: string | null;
  whatsapp: string | null;
}

/** The number for the delivery, and the customer's own where it is another one. */
export function phonesOf({ phone, customer_phone, customer_name, number }: StoredOrder): CallablePhone[] {
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
export function countedOrders(count: number): string {
  return `${numbers.format(count)} ${count > 1 ? "commandes" : "commande"}`;
}

const numbers = new Intl.NumberFormat("fr-FR");
