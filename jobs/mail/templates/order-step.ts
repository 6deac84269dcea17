/** The mail that tells a customer a step of an order which has no mail of its own. */
import { html } from "hono/html";
import {
  formatOrderNews,
  getStepTitle,
  getTrackingUrl,
  type OrderStep,
  type ToldOrder,
} from "#app/lib/models/order-messages.ts";
import { colorMuted } from "#design/tokens.ts";
import type { MailContent, Shop } from "#jobs/mail/mail-content.ts";
import { findOrderStep, type Order } from "#jobs/mail/mail-data.ts";
import { MailTemplate } from "#jobs/mail/mail-template.ts";
import { button, paragraph, phoneLink, renderLayout, signature } from "./layout.ts";

export const template = new MailTemplate(async ({ subject_id }, shop, sql) => {
  const told = await findOrderStep(sql, subject_id);
  return told ? renderOrderStep(shop, told.order, told.step) : null;
});

export async function renderOrderStep(
  shop: Shop,
  order: Order & ToldOrder,
  step: OrderStep,
): Promise<MailContent> {
  const title = getStepTitle(step, order.pickup_point_name);
  const greeting = `Bonjour ${order.customer_name},`;
  const news = formatOrderNews(step, order, shop).replace(/^./, (letter) => letter.toUpperCase());
  const link = getTrackingUrl(shop.siteUrl, order.token);
  const reason = `Vous recevez ce message parce que vous avez commandé sur ${shop.name}.`;
  const body = html`
${paragraph(greeting)}
${paragraph(news)}
<p style="margin:28px 0 24px">${button(link, "Suivre ma commande")}</p>
<p style="margin:0;color:${colorMuted}">Une question ? Répondez à ce message ou appelez-nous au ${phoneLink(shop.phone)}.</p>`;
  const text = `${greeting}

${news}

Suivre ma commande : ${link}

Une question ? Répondez à ce message ou appelez-nous au ${shop.phone}.

${signature(shop, reason)}`;
  return {
    subject: `${title} (${order.number})`,
    html: await renderLayout(shop, { title, preview: news, body, reason }),
    text,
  };
}
