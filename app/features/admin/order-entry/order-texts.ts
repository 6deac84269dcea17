/** What the shop writes to a customer on WhatsApp about an order that staff entered, changed or split. */
import { formatXof } from "#app/lib/format/money.ts";
import { isPhone, normalizePhone } from "#app/lib/format/phone.ts";
import { whatsappLink } from "#app/lib/format/whatsapp.ts";

export interface OrderNews {
  name: string;
  number: string;
  total_amount: number;
  /** What the customer has paid. */
  paid_amount: number;
}

export function getPlacedText({ name, number, total_amount }: OrderNews): string {
  return `Bonjour ${name}, votre commande ${number} est enregistrée. Total à préparer : ${formatXof(total_amount)}.`;
}

export function getChangedText({ name, number, total_amount, paid_amount }: OrderNews): string {
  const refund = getRefundAmount({ total_amount, paid_amount });
  const end = refund > 0 ? ` Nous vous devons ${formatXof(refund)}.` : "";
  return `Bonjour ${name}, votre commande ${number} a été modifiée. Nouveau total : ${formatXof(total_amount)}.${end}`;
}

export function getSplitText(news: OrderNews, later: { number: string; total_amount: number }): string {
  return `${getChangedText(news)} Le reste vous est livré plus tard : commande ${later.number}, ${formatXof(later.total_amount)}.`;
}

/** What was paid beyond the total, which is given back. */
export function getRefundAmount({
  total_amount,
  paid_amount,
}: Pick<OrderNews, "total_amount" | "paid_amount">) {
  return Math.max(0, paid_amount - total_amount);
}

/** Null for a text that is no number. */
export function getWhatsappLink(phone: string, text: string): string | null {
  return isPhone(phone) ? whatsappLink(normalizePhone(phone), text) : null;
}
