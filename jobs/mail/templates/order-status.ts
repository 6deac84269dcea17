/** The mails that tell a customer the new status of an order: processed, completed or cancelled. */

import { html } from "hono/html";
import { formatLongDate } from "#app/lib/format/dates.ts";
import { formatQuantityOf } from "#app/lib/format/units.ts";
import { getTrackingUrl } from "#app/lib/models/order-messages.ts";
import { getPaymentLabel } from "#app/lib/models/payment-methods.ts";
import { colorMuted } from "#design/tokens.ts";
import type { MailContent, Shop } from "#jobs/mail/mail-content.ts";
import {
  describeOwed,
  describeReceived,
  findOrder,
  getKeptPayment,
  type Order,
} from "#jobs/mail/mail-data.ts";
import { MailTemplate } from "#jobs/mail/mail-template.ts";
import { formatXof, joinSentences } from "./format.ts";
import { button, heading, paragraph, phoneLink, renderLayout, signature } from "./layout.ts";

interface StatusText {
  /** «Votre commande est prise en charge». */
  is: string;
  /** The news, in a sentence that begins with the order. */
  news: (order: Order) => string;
  /** What comes next. */
  next: (order: Order, shop: Shop) => string;
}

const delivery: StatusText = {
  is: "est prise en charge",
  news: () => "est prise en charge : nous la préparons.",
  next: (order) => `Nous vous appelons avant de vous livrer. ${describePayment(order, "à la réception")}`,
};

/** Once it is prepared there is nothing more to wait for. */
const pickup: StatusText = {
  is: "est disponible",
  news: ({ pickup_point_name }) => `est disponible. Retrait en magasin : ${pickup_point_name}.`,
  next: (order) => describePayment(order, "au retrait"),
};

const STATUS_TEXTS = {
  processing: ({ pickup_point_name }) => (pickup_point_name === null ? delivery : pickup),
  completed: () => ({
    is: "est terminée",
    news: (order) => `${describeReceived(order)} et réglée. Merci de votre confiance !`,
    next: (order, shop) =>
      joinSentences(
        `Montant réglé : ${formatXof(getKeptPayment(order))}.`,
        describeOwed(order.due_amount),
        `Si quelque chose manque ou ne va pas, appelez-nous au ${shop.phone}.`,
      ),
  }),
  cancelled: () => ({
    is: "est annulée",
    news: () => "est annulée.",
    next: ({ paid_amount }, shop) =>
      `${paid_amount > 0 ? `Nous vous devons ${formatXof(paid_amount)}` : "Vous n'avez rien à payer"}. Pour commander autrement, ou si c'est une erreur, appelez-nous au ${shop.phone}.`,
  }),
} satisfies Record<string, (order: Order) => StatusText>;
type ToldStatus = keyof typeof STATUS_TEXTS;

function describePayment({ total_amount, paid_amount, method }: Order, moment: string): string {
  // Nothing is due of one that was cancelled since: its own letter says so.
  const due = total_amount - paid_amount;
  if (due <= 0) return describeOwed(due) || "Tout est réglé.";
  return method === "cod"
    ? `Préparez ${formatXof(due)} : vous réglez ${moment}, pas avant.`
    : `Paiement : ${getPaymentLabel(method)}.`;
}

/** The template of the mail that tells this status. */
export function createOrderStatusTemplate(status: ToldStatus): MailTemplate {
  return new MailTemplate(async ({ subject_id }, shop, sql) => {
    const order = await findOrder(sql, subject_id);
    return order ? renderOrderStatus(shop, order, status) : null;
  });
}

export async function renderOrderStatus(shop: Shop, order: Order, status: ToldStatus): Promise<MailContent> {
  const { is, news, next } = STATUS_TEXTS[status](order);
  const { number, lines } = order;
  const title = `Votre commande ${is}`;
  const greeting = `Bonjour ${order.customer_name},`;
  const date = formatLongDate(order.created_at);
  const nextStep = next(order, shop);
  // The reason is the shop's own text, and it is shown to the customer as it was written.
  const cause =
    status === "cancelled" && order.cancellation_reason ? `Motif : ${order.cancellation_reason}` : "";
  const link = getTrackingUrl(shop.siteUrl, order.token);
  const reason = `Vous recevez ce message parce que vous avez commandé sur ${shop.name}.`;
  const body = html`
${paragraph(greeting)}
${paragraph(html`Votre commande <strong style="white-space:nowrap">${number}</strong> du ${date} ${news(order)}`)}
${cause ? paragraph(html`<strong>${cause}</strong>`) : ""}
${paragraph(nextStep)}
${heading("Votre commande")}
<ul style="margin:0 0 16px;padding-left:20px">
${lines.map(({ name, quantity, sold_by }) => html`<li>${formatQuantityOf(quantity, name, sold_by)}</li>`)}
</ul>
<p style="margin:28px 0 24px">${button(link, "Voir ma commande")}</p>
<p style="margin:0;color:${colorMuted}">Une question ? Répondez à ce message ou appelez-nous au ${phoneLink(shop.phone)}.</p>`;
  const text = `${greeting}

Votre commande ${number} du ${date} ${news(order)}
${cause && `\n${cause}\n`}
${nextStep}

VOTRE COMMANDE
${lines.map(({ name, quantity, sold_by }) => `- ${formatQuantityOf(quantity, name, sold_by)}`).join("\n")}

Voir ma commande : ${link}

Une question ? Répondez à ce message ou appelez-nous au ${shop.phone}.

${signature(shop, reason)}`;
  return {
    subject: `Votre commande ${number} ${is}`,
    html: await renderLayout(shop, { title, preview: `${title}.`, body, reason }),
    text,
  };
}
