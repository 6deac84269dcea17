/**
 * What a customer is told of an order at each step, in French: the sentence of the mails, and the text of text messages
 * and WhatsApp chats, which has the link of the tracking page. The words use the letters of GSM only (no ê, ç or ô),
 * because one other letter makes a text message cost twice. `private.told_steps` says which steps are told without
 * anybody's doing.
 */
import { normalizePhone } from "#app/lib/format/phone.ts";
import { whatsappLink } from "#app/lib/format/whatsapp.ts";
import type { HalfDay, OrderStage } from "#app/lib/supabase/database.types.ts";
import { getTrackingPath } from "./tracking-path.ts";

export const ORDER_STEPS = [
  "placed",
  "confirmed",
  "prepared",
  "on_road",
  "absent",
  "delivered",
  "changed",
  "cancelled",
] as const;
export type OrderStep = (typeof ORDER_STEPS)[number];

/** What the sentences are about. */
export interface ToldOrder {
  number: string;
  /** What remains to be paid, in whole francs. */
  due_amount: number;
  /** A date such as 2026-11-24. */
  delivery_day: string | null;
  delivery_half: HalfDay | null;
  pickup_point_name: string | null;
  /** The first name; null unless the order is on the road. */
  courier_name: string | null;
}

/** The shop as it signs, and whom to call. */
export interface TellingShop {
  name: string;
  phone: string;
  /** Without a slash at the end. */
  siteUrl: string;
}

export const STEP_TITLES: Readonly<Record<OrderStep, string>> = {
  placed: "Votre commande est enregistrée",
  confirmed: "Votre commande est confirmée",
  prepared: "Votre commande est préparée",
  on_road: "Votre commande est en route",
  absent: "Nous n'avons pas pu vous livrer",
  delivered: "Votre commande est livrée",
  changed: "Votre commande a changé",
  cancelled: "Votre commande est annulée",
};

/** The step that an order in this stage has reached; null when there is nothing to tell. */
export function getReachedStep(stage: OrderStage): OrderStep | null {
  if (stage === "to_confirm") return "placed";
  return stage === "refused" ? null : stage;
}

/** The news in a sentence or two, with the amount to prepare. */
export function formatOrderNews(step: OrderStep, order: ToldOrder, { phone }: TellingShop): string {
  const { number, pickup_point_name: point } = order;
  const amount = order.due_amount > 0 ? formatAmount(order.due_amount) : null;
  const prepare = amount ? ` Préparez ${amount}.` : "";
  const day = formatShortDay(order);
  switch (step) {
    case "placed":
      return `commande ${number} enregistrée. Nous vous appelons pour la confirmer.${prepare}`;
    case "confirmed":
      return `commande ${number} confirmée${point ? "" : day && `, livraison ${day}`}.${prepare}`;
    case "prepared":
      if (point) return `commande ${number} disponible : ${point}.${prepare}`;
      return `commande ${number} préparée${day && `, livraison ${day}`}.${prepare}`;
    case "on_road":
      return `commande ${number} en route${order.courier_name ? ` avec ${order.courier_name}` : ""}. Gardez votre téléphone.${prepare}`;
    case "absent":
      return `nous n'avons pas pu vous livrer la commande ${number}. Choisissez un autre jour.`;
    case "delivered":
      return `commande ${number} livrée. Merci de votre confiance !`;
    case "changed":
      return `commande ${number} modifiée${point ? "" : day && `, livraison ${day}`}.${amount ? ` A payer : ${amount}.` : ""}`;
    case "cancelled":
      return `commande ${number} annulée. Une erreur ? Appelez le ${phone}.`;
  }
}

/** The text of a message that stands alone: who writes, the news, and the link. */
export function formatOrderText(step: OrderStep, order: ToldOrder, shop: TellingShop, token: string): string {
  return `${shop.name} : ${formatOrderNews(step, order, shop)} ${getTrackingUrl(shop.siteUrl, token)}`;
}

/** The page on which the order is followed. */
export function getTrackingUrl(siteUrl: string, token: string): string {
  return siteUrl + getTrackingPath(token);
}

/** The link to a chat with the customer in which the text is filled in: one tap sends it. */
export function getOrderChatLink(phone: string, text: string): string {
  return whatsappLink(normalizePhone(phone), text);
}

/** «le 24/11 (matin)»; empty without a day. */
function formatShortDay({ delivery_day: day, delivery_half: half }: ToldOrder): string {
  if (day === null) return "";
  const [, month, date] = day.split("-");
  return `le ${date}/${month}${half ? ` (${half === "morning" ? "matin" : "après-midi"})` : ""}`;
}

/** «12 500 XOF» with plain spaces: GSM has no others. */
function formatAmount(amount: number): string {
  return `${String(amount).replace(/\B(?=(\d{3})+$)/g, " ")} XOF`;
}
