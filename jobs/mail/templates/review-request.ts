/** Tells that an order was delivered, and asks for a review: one link for each of its products. */
import { html } from "hono/html";
import { z } from "zod";
import { formatLongDate } from "#app/lib/format/dates.ts";
import { colorBorder, colorMuted } from "#design/tokens.ts";
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
import { button, paragraph, renderLayout, signature } from "./layout.ts";

/** The link to review each product. */
const payloadSchema = z.object({ products: z.array(z.object({ name: z.string(), token: z.string() })) });

export const template = new MailTemplate(async (mail, shop, sql) => {
  const order = await findOrder(sql, mail.subject_id);
  return order ? renderReviewRequest(shop, order, payloadSchema.parse(mail.payload).products) : null;
});

export async function renderReviewRequest(
  shop: Shop,
  order: Order,
  products: z.infer<typeof payloadSchema>["products"],
): Promise<MailContent> {
  const isOne = products.length === 1;
  const links = products.map(({ name, token }) => ({ name, href: `${shop.siteUrl}/review?token=${token}` }));
  const title = isOne ? "Votre achat tient-il ses promesses ?" : "Vos achats tiennent-ils leurs promesses ?";
  const greeting = `Bonjour ${order.customer_name},`;
  const request = joinSentences(
    `Votre commande ${order.number} du ${formatLongDate(order.created_at)} ${describeReceived(order)} et réglée (${formatXof(getKeptPayment(order))}) : merci de votre confiance !`,
    describeOwed(order.due_amount),
    "Dites-nous ce que vous en pensez, le bon comme le moins bon : avant d'acheter, d'autres clients comptent sur un avis comme le vôtre.",
  );
  const note = `${isOne ? "Ce lien est personnel et ne sert" : "Chaque lien est personnel et ne sert"} qu'une fois ; il reste ouvert 60 jours. Pas besoin de compte : sans compte, nous lisons l'avis avant de le publier.`;
  const reason = `Vous recevez ce message, une seule fois, parce que votre commande sur ${shop.name} vient de s'achever.`;
  const preview = "Deux minutes suffisent, et votre avis aide les suivants à bien choisir.";
  const body = html`
${paragraph(greeting)}
${paragraph(request)}
<table width="100%" cellpadding="0" cellspacing="0" border="0" role="presentation">
${links.map(
  ({ name, href }) => html`<tr><td style="padding:20px 0;border-top:1px solid ${colorBorder}">
<div style="margin:0 0 12px;font-weight:700">${name}</div>
${button(href, "Donner mon avis")}
</td></tr>
`,
)}
</table>
<p style="margin:0;padding:20px 0 0;border-top:1px solid ${colorBorder};color:${colorMuted};font-size:14px;line-height:22px">${note}</p>`;
  const text = `${greeting}

${request}

${links.map(({ name, href }) => `${name}\n${href}`).join("\n\n")}

${note}

${signature(shop, reason)}`;
  return {
    subject: `Que pensez-vous de votre commande ${order.number} ?`,
    html: await renderLayout(shop, { title, preview, body, reason }),
    text,
  };
}
