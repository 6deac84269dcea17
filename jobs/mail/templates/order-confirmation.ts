/** The order confirmation: the ordered products, the total, and the next steps. */
import { html } from "hono/html";
import { formatLongDate } from "#app/lib/format/dates.ts";
import { formatPhone } from "#app/lib/format/phone.ts";
import { formatLineQuantity } from "#app/lib/format/units.ts";
import { formatDeliveryDay } from "#app/lib/models/delivery-days.ts";
import { getTrackingUrl } from "#app/lib/models/order-messages.ts";
import { getPaymentLabel } from "#app/lib/models/payment-methods.ts";
import { colorBorder, colorMuted } from "#design/tokens.ts";
import type { MailContent, Shop } from "#jobs/mail/mail-content.ts";
import { findOrder, type Order } from "#jobs/mail/mail-data.ts";
import { MailTemplate } from "#jobs/mail/mail-template.ts";
import { formatXof } from "./format.ts";
import { button, type Html, heading, paragraph, phoneLink, renderLayout, signature } from "./layout.ts";

export const template = new MailTemplate(async ({ subject_id }, shop, sql) => {
  const order = await findOrder(sql, subject_id);
  return order ? renderOrderConfirmation(shop, order) : null;
});

export async function renderOrderConfirmation(shop: Shop, order: Order): Promise<MailContent> {
  const { number, shipping_address: to, lines } = order;
  const total = formatXof(order.total_amount);
  const date = formatLongDate(order.created_at);
  const place = getPlace(order);
  const { delivery_day, delivery_half } = order;
  const day = delivery_day && `Livraison choisie : ${formatDeliveryDay(delivery_day, delivery_half)}`;
  const discount = order.discount_amount > 0 ? `−${formatXof(order.discount_amount)}` : "";
  const payment = getPaymentLabel(order.method);
  const isPickup = order.pickup_point_name !== null;
  const due =
    order.method === "cod"
      ? `Vous réglez ${total} ${isPickup ? "au retrait" : "à la réception"}, pas avant.`
      : "";
  const phone = formatPhone(to.phone);
  const call = isPickup
    ? "pour la confirmer, et vous la retirez dès qu'elle est disponible"
    : "avant de vous livrer : gardez votre téléphone à portée de main";
  const rest = order.split_from
    ? `Ce sont les articles de votre commande ${order.split_from} qui viennent plus tard.`
    : "";
  const reason = `Vous recevez ce message parce que vous avez commandé sur ${shop.name}.`;
  const link = getTrackingUrl(shop.siteUrl, order.token);
  const preview = isPickup
    ? `${total}, à retirer en magasin. Nous vous appelons pour la confirmer.`
    : `${total}, livraison comprise. Nous vous appelons avant de vous livrer.`;
  const title = "Merci pour votre commande !";
  const body = html`
${paragraph(html`Votre commande <strong style="white-space:nowrap">${number}</strong> du ${date} est bien enregistrée. Nous vous appelons au ${phoneLink(to.phone)} ${call}.`)}
${rest ? paragraph(rest) : ""}
${heading("Votre commande")}
<table width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse;font-size:16px;line-height:23px">
${lines.map(({ name, quantity, unit_price, sold_by }) =>
  row(
    html`${name}<br><span style="color:${colorMuted};font-size:14px">${formatLineQuantity(quantity, unit_price, sold_by)}</span>`,
    formatXof(unit_price * quantity),
  ),
)}
${discount ? row("Remise", discount) : ""}
${isPickup ? "" : row("Livraison", formatXof(order.shipping_amount))}
${row(html`<strong>Total</strong>`, html`<strong style="font-size:18px">${total}</strong>`)}
</table>
${heading(isPickup ? "Retrait" : "Livraison")}
${paragraph(html`${place}${day ? html`<br><strong>${day}</strong>` : ""}<br>${phoneLink(to.phone)}${order.notes ? html`<br><span style="color:${colorMuted}">« ${order.notes} »</span>` : ""}`)}
${heading("Paiement")}
${paragraph(due ? html`${payment}. ${due}` : payment)}
<p style="margin:28px 0 24px">${button(link, "Suivre ma commande")}</p>
<p style="margin:0;color:${colorMuted}">Une question, un changement ? Répondez à ce message ou appelez-nous au ${phoneLink(shop.phone)}.</p>`;
  const text = `${title}

Votre commande ${number} du ${date} est bien enregistrée. Nous vous appelons au ${phone} ${call}.
${rest && `\n${rest}\n`}
VOTRE COMMANDE
${lines.map(({ name, quantity, unit_price, sold_by }) => `- ${name} : ${formatLineQuantity(quantity, unit_price, sold_by)} = ${formatXof(unit_price * quantity)}`).join("\n")}
${discount && `- Remise : ${discount}\n`}${isPickup ? "" : `- Livraison : ${formatXof(order.shipping_amount)}\n`}Total : ${total}

${isPickup ? "RETRAIT" : "LIVRAISON"}
${place}${day ? `\n${day}` : ""}
${phone}${order.notes ? `\n« ${order.notes} »` : ""}

PAIEMENT
${[payment, due].filter(Boolean).join(". ")}

Suivre ma commande : ${link}

Une question, un changement ? Répondez à ce message ou appelez-nous au ${shop.phone}.

${signature(shop, reason)}`;
  return {
    subject: `Votre commande ${number} est bien enregistrée`,
    html: await renderLayout(shop, { title, preview, body, reason }),
    text,
  };
}

function getPlace({ shipping_address: to, pickup_point_name }: Order): string {
  if (pickup_point_name) return `Retrait en magasin : ${pickup_point_name}`;
  const town = [to.postalCode, to.city].filter(Boolean).join(" ");
  return [to.address, to.quarter, town, to.landmark && `repère : ${to.landmark}`].filter(Boolean).join(", ");
}

function row(label: string | Html, amount: string | Html): Html {
  const cell = `padding:10px 0;border-bottom:1px solid ${colorBorder};vertical-align:top`;
  return html`<tr><td style="${cell}">${label}</td><td align="right" style="${cell};padding-left:16px;white-space:nowrap">${amount}</td></tr>
`;
}
