/** The mail that tells a customer that the shop changed their order, and its new total. */

import { html } from "hono/html";
import { z } from "zod";
import { formatQuantityOf } from "#app/lib/format/units.ts";
import { formatDeliveryDay } from "#app/lib/models/delivery-days.ts";
import { describeChangedFields } from "#app/lib/models/order-changes.ts";
import { getTrackingUrl } from "#app/lib/models/order-messages.ts";
import { colorMuted } from "#design/tokens.ts";
import type { MailContent, Shop } from "#jobs/mail/mail-content.ts";
import { findOrder, type Order } from "#jobs/mail/mail-data.ts";
import { MailTemplate } from "#jobs/mail/mail-template.ts";
import { formatXof } from "./format.ts";
import { button, heading, paragraph, phoneLink, renderLayout, signature } from "./layout.ts";

const changeSchema = z.object({
  total_before: z.number(),
  lines: z.array(z.unknown()).optional(),
  fields: z.array(z.string()).optional(),
  /** The number of the order that was split off. */
  split_to: z.string().optional(),
});
type Change = z.infer<typeof changeSchema>;

/** Its subject is the event: each change has a mail, which says what the order is by now. */
export const template = new MailTemplate(async ({ subject_id }, shop, sql) => {
  const [event] = await sql<{ order_id: string; data: unknown }[]>`
    select order_id, data from public.order_events where id = ${subject_id}`;
  const order = event && (await findOrder(sql, event.order_id));
  return order ? renderOrderChanged(shop, order, changeSchema.parse(event.data)) : null;
});

export async function renderOrderChanged(shop: Shop, order: Order, change: Change): Promise<MailContent> {
  const { number, lines, total_amount, paid_amount, discount_amount, delivery_day, delivery_half } = order;
  const title = "Votre commande a été modifiée";
  const greeting = `Bonjour ${order.customer_name},`;
  const total = formatXof(total_amount);
  const before = change.total_before === total_amount ? "" : ` (avant : ${formatXof(change.total_before)})`;
  const included = order.pickup_point_name === null ? ", livraison comprise" : "";
  // The notes are the shop's affair.
  const changed = [
    change.lines && "les articles",
    describeChangedFields((change.fields ?? []).filter((field) => field !== "notes")),
  ].filter(Boolean);
  const details = [
    changed.length > 0 && `Ce qui a changé : ${changed.join(", ")}.`,
    discount_amount > 0 && `Remise comprise : ${formatXof(discount_amount)}.`,
    paid_amount > total_amount && `Nous vous devons ${formatXof(paid_amount - total_amount)}.`,
    delivery_day && `Livraison choisie : ${formatDeliveryDay(delivery_day, delivery_half)}.`,
    change.split_to && `Le reste vous est livré plus tard, sous le numéro ${change.split_to}.`,
  ].filter((detail) => typeof detail === "string");
  const link = getTrackingUrl(shop.siteUrl, order.token);
  const reason = `Vous recevez ce message parce que vous avez commandé sur ${shop.name}.`;
  const body = html`
${paragraph(greeting)}
${paragraph(html`Nous avons modifié votre commande <strong style="white-space:nowrap">${number}</strong>. Son total est maintenant de <strong>${total}</strong>${before}${included}.`)}
${details.map((detail) => paragraph(detail))}
${heading("Votre commande")}
<ul style="margin:0 0 16px;padding-left:20px">
${lines.map(({ name, quantity, sold_by }) => html`<li>${formatQuantityOf(quantity, name, sold_by)}</li>`)}
</ul>
<p style="margin:28px 0 24px">${button(link, "Voir ma commande")}</p>
<p style="margin:0;color:${colorMuted}">Vous n'avez pas demandé ce changement ? Appelez-nous au ${phoneLink(shop.phone)}.</p>`;
  const text = `${greeting}

Nous avons modifié votre commande ${number}. Son total est maintenant de ${total}${before}${included}.
${details.map((detail) => `\n${detail}\n`).join("")}
VOTRE COMMANDE
${lines.map(({ name, quantity, sold_by }) => `- ${formatQuantityOf(quantity, name, sold_by)}`).join("\n")}

Voir ma commande : ${link}

Vous n'avez pas demandé ce changement ? Appelez-nous au ${shop.phone}.

${signature(shop, reason)}`;
  return {
    subject: `Votre commande ${number} a été modifiée : ${total}`,
    html: await renderLayout(shop, { title, preview: `Nouveau total : ${total}.`, body, reason }),
    text,
  };
}
