/**
 * What a customer is told of an order at each step, in French: the sentence of the mails, and the text of text messages
 * and WhatsApp chats, which has the link of the tracking page. The words use the letters of GSM only (no ê, ç or ô),
 * because one other letter makes a text message cost twice. `private.told_steps` says which steps are told without
 * anybody's doing.
 */
import { isPhone, normalizePhone } from "#app/lib/format/phone.ts";
import { whatsappLink } from "#app/lib/format/whatsapp.ts";
import type { HalfDay, OrderStage, OrderStatus } from "#app/lib/supabase/database.types.ts";
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
  "return_accepted",
  "return_refused",
  "refunded",
] as const;
export type OrderStep = (typeof ORDER_STEPS)[number];

/** What somebody at the desk writes besides: about an order that they entered, split or ask for, and money that is due. */
export type ChatStep = OrderStep | "asked" | "entered" | "split" | "owing" | "about";

/** What the sentences are about. */
export interface ToldOrder {
  number: string;
  /** What remains to be paid, in whole francs; less than nothing when the shop owes it. */
  due_amount: number;
  /** A date such as 2026-11-24. */
  delivery_day?: string | null;
  delivery_half?: HalfDay | null;
  pickup_point_name?: string | null;
  /** The first name; null unless the order is on the road. */
  courier_name?: string | null;
  /** What the customer tells the courier; null when none is asked for. */
  delivery_code?: string | null;
  /** Nobody was there, and this day was agreed upon instead of the former one. */
  has_new_day?: boolean;
  /** Why a return was refused. */
  reason?: string | null;
  /** What was given back. */
  refund?: Refund | null;
  /** The order that has the rest, after a split. */
  rest?: { number: string; total_amount: number };
}

interface Refund {
  /** Whole francs. */
  amount: number;
  method: "cash" | "mobile_money" | "credit";
  /** Of the payment, or the number of the order that the credit is for. */
  reference: string | null;
}

/** The shop as it signs, and whom to call. */
export interface TellingShop {
  name: string;
  phone: string;
  /** Without a slash at the end. */
  siteUrl: string;
}

const STEP_TITLES: Readonly<Record<OrderStep, string>> = {
  placed: "Votre commande est enregistrée",
  confirmed: "Votre commande est confirmée",
  prepared: "Votre commande est préparée",
  on_road: "Votre commande est en route",
  absent: "Nous n'avons pas pu vous livrer",
  delivered: "Votre commande est livrée",
  changed: "Votre commande a changé",
  cancelled: "Votre commande est annulée",
  return_accepted: "Votre retour est accepté",
  return_refused: "Votre retour est refusé",
  refunded: "Vous êtes remboursé",
};

/** What is fetched in the shop is ready, and never delivered. */
export function getStepTitle(step: OrderStep, pickupPoint: string | null | undefined): string {
  if (pickupPoint && step === "prepared") return "Votre commande est disponible";
  if (pickupPoint && step === "delivered") return "Votre commande est retirée";
  return STEP_TITLES[step];
}

/** The step that an order in this stage has reached; null when there is nothing to tell. */
export function getReachedStep(stage: OrderStage): OrderStep | null {
  if (stage === "to_confirm") return "placed";
  return stage === "refused" ? null : stage;
}

/** The news in a sentence or two, with the amount to prepare. */
export function formatOrderNews(
  step: ChatStep,
  order: ToldOrder,
  { phone }: Partial<Pick<TellingShop, "phone">> = {},
): string {
  const { number, pickup_point_name: point } = order;
  const amount = order.due_amount > 0 ? formatAmount(order.due_amount) : null;
  const prepare = amount ? ` Préparez ${amount}.` : "";
  const day = formatShortDay(order);
  const received = point ? "retirée" : "livrée";
  switch (step) {
    case "placed":
      return `commande ${number} enregistrée. Nous vous appelons pour la confirmer.${prepare}`;
    case "confirmed":
      return `commande ${number} confirmée${point ? "" : day && `, livraison ${day}`}.${prepare}`;
    case "prepared":
      if (point) return `commande ${number} disponible : ${point}.${prepare}`;
      return `commande ${number} préparée${day && `, livraison ${day}`}.${prepare}`;
    case "on_road":
      return `commande ${number} en route${order.courier_name ? ` avec ${order.courier_name}` : ""}.${order.delivery_code ? "" : " Restez joignable."}${prepare}${order.delivery_code ? ` Code pour le livreur : ${order.delivery_code}.` : ""}`;
    case "absent":
      return `nous n'avons pas pu vous livrer la commande ${number}. ${order.has_new_day && day ? `Nous revenons ${day}.` : "Choisissez un autre jour."}`;
    case "delivered":
      return `commande ${number} ${received}. Merci de votre confiance !`;
    case "changed":
      return `commande ${number} modifiée${point ? "" : day && `, livraison ${day}`}.${formatDue(order)}`;
    case "cancelled":
      if (order.due_amount < 0) return `commande ${number} annulée.${formatDue(order)}`;
      return `commande ${number} annulée.${phone ? ` Une erreur ? Appelez le ${phone}.` : ""}`;
    case "return_accepted":
      return `retour de la commande ${number} accepté.`;
    case "return_refused":
      return `retour de la commande ${number} refusé.${order.reason ? ` Motif : ${endSentence(order.reason)}` : ""}`;
    case "refunded":
      return `commande ${number} : ${order.refund ? formatRefund(order.refund) : "vous êtes remboursé"}.`;
    case "asked":
      return `commande ${number} enregistrée${amount ? `, ${amount}` : ""}${point ? `, à retirer : ${point}` : day && `, livraison ${day}`}. Répondez OUI pour la confirmer.`;
    case "entered":
      return `commande ${number} enregistrée${day && `, livraison ${day}`}.${prepare}`;
    case "split":
      return `commande ${number} modifiée.${formatDue(order)}${order.rest ? ` Le reste vient plus tard : commande ${order.rest.number}, ${formatAmount(order.rest.total_amount)}.` : ""}`;
    case "owing":
      return amount
        ? `il reste ${amount} à payer pour la commande ${number}.`
        : `commande ${number} ${received}. Merci de votre confiance !`;
    case "about":
      return `nous vous écrivons au sujet de la commande ${number}.`;
  }
}

/** What somebody at the desk writes in a chat. `shopName` where the customer may not know the number. */
export function formatChatText(
  step: ChatStep,
  order: ToldOrder,
  customerName: string,
  shopName?: string,
): string {
  const sender = shopName ? `ici ${shopName} : ` : "";
  return `Bonjour ${customerName}, ${sender}${formatOrderNews(step, order)}`;
}

/** The step that the desk writes about: an order that waits for its confirmation is asked for it. */
export function getChatStep({ stage, status }: { stage: OrderStage; status: OrderStatus }): ChatStep {
  switch (stage) {
    case "to_confirm":
      return "asked";
    case "delivered":
      return status === "processing" ? "owing" : "about";
    case "cancelled":
    case "refused":
      return "about";
    default:
      return stage;
  }
}

/** The text of a message that stands alone: who writes, the news, and the link. */
export function formatOrderText(step: OrderStep, order: ToldOrder, shop: TellingShop, token: string): string {
  const told = { ...order, reason: shorten(order.reason ?? "") };
  return `${shop.name} : ${formatOrderNews(step, told, shop)} ${getTrackingUrl(shop.siteUrl, token)}`;
}

/** The page on which the order is followed. */
export function getTrackingUrl(siteUrl: string, token: string): string {
  return siteUrl + getTrackingPath(token);
}

/** The link to a chat with the customer in which the text is filled in: one tap sends it. Null for a text that is no number. */
export function getOrderChatLink(phone: string, text: string): string | null {
  return isPhone(phone) ? whatsappLink(normalizePhone(phone), text) : null;
}

/** «le 24/11 (matin)»; empty without a day. */
function formatShortDay({ delivery_day: day, delivery_half: half }: ToldOrder): string {
  if (!day) return "";
  const [, month, date] = day.split("-");
  return `le ${date}/${month}${half ? ` (${half === "morning" ? "matin" : "après-midi"})` : ""}`;
}

/** The new amount, or what the shop owes. */
function formatDue({ due_amount: due }: ToldOrder): string {
  if (due < 0) return ` Nous vous devons ${formatAmount(-due)}.`;
  return due > 0 ? ` Reste à payer : ${formatAmount(due)}.` : "";
}

function formatRefund({ amount, method, reference }: Refund): string {
  const given = `${formatAmount(amount)} remboursés`;
  if (method === "cash") return `${given} en espèces`;
  if (method === "mobile_money") return `${given} par paiement mobile${reference ? ` (${reference})` : ""}`;
  return `${given} en avoir${reference ? ` sur la commande ${reference}` : ""}`;
}

/** A text message that is longer than 160 letters costs twice. */
const shorten = (text: string) => (text.length > 45 ? `${text.slice(0, 42).trimEnd()}...` : text);

const endSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** «12 500 XOF» with plain spaces: GSM has no others. */
function formatAmount(amount: number): string {
  return `${String(amount).replace(/\B(?=(\d{3})+$)/g, " ")} XOF`;
}
