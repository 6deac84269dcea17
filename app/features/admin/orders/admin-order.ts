/** An order in the admin: what its customer sees, its history with actors, and its possible transitions. */
import {
  NEXT_STATUSES,
  type NextStatus,
  transitions,
} from "#app/features/admin/shared/labels/order-statuses.ts";
import { formatPhone, isPhone, normalizePhone } from "#app/lib/format/phone.ts";
import { telLink } from "#app/lib/format/tel-link.ts";
import { whatsappLink } from "#app/lib/format/whatsapp.ts";
import type { Order } from "#app/lib/models/order.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";

/** When each status was reached, ISO timestamps; null for a status that was not reached. */
type StatusTimes = Pick<
  Database["public"]["Tables"]["orders"]["Row"],
  `${NextStatus}_at` | "stock_released_at"
>;

/** Where the order is, and why it costs less. */
type OrderProgress = Pick<Database["public"]["Tables"]["orders"]["Row"], "stage" | "discount_reason">;

export interface AdminOrder extends Order, StatusTimes, OrderProgress {
  customer_email: string | null;
  /** The names of the administrators by the status that they set; unrecorded ones are missing. */
  actors: ReadonlyMap<string, string>;
}

/**
 * Whether the order waits without its stock, which was given back because nobody had confirmed the order in time.
 * Processing or completing it takes the stock again.
 */
export function isStockReleased({ status, stock_released_at }: AdminOrder): boolean {
  return status === "pending" && stock_released_at !== null;
}

/** Whether an administrator may change the order to this status; the database enforces the same. */
export function canTransition(order: Pick<AdminOrder, "status">, next: NextStatus): boolean {
  return transitions[next].from.includes(order.status);
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
  const steps = NEXT_STATUSES.flatMap((status) => {
    const at = order[`${status}_at`] ?? (order.status === status ? order.updated_at : null);
    return at === null ? [] : [{ label: transitions[status].step, at, by: order.actors.get(status) ?? null }];
  });
  return [{ label: "Commande passée", at: order.created_at, by: order.customer_name }, ...steps];
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
      return { text, tel: telLink(digits), whatsapp: whatsappLink(digits, greeting) };
    },
  );
}
