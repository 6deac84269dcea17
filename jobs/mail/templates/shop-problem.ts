/** Tells the owner that something is wrong with the running shop, and that it is over. */
import { html } from "hono/html";
import * as z from "zod/mini";
import { describeProblem, type ShopProblem, shopProblemSchema } from "#app/lib/models/shop-problems.ts";
import type { MailContent, Shop } from "#jobs/mail/mail-content.ts";
import { MailTemplate } from "#jobs/mail/mail-template.ts";
import { button, paragraph, renderLayout, signature } from "./layout.ts";

const payloadSchema = z.object({ problem: z.string(), detail: z.unknown(), isOver: z.boolean() });

export const template = new MailTemplate(({ payload }, shop) => {
  const { problem, detail, isOver } = payloadSchema.parse(payload);
  return renderShopProblem(shop, shopProblemSchema.parse({ kind: problem, detail }), isOver);
});

export async function renderShopProblem(
  shop: Shop,
  problem: ShopProblem,
  isOver: boolean,
): Promise<MailContent> {
  const { title: problemTitle, advice: problemAdvice } = describeProblem(problem);
  const title = isOver ? "C'est réglé" : problemTitle;
  const advice = isOver ? `Ce problème a disparu : ${problemTitle}.` : problemAdvice;
  const href = `${shop.siteUrl}/admin/status`;
  const reason = `Vous recevez ce message parce que cette adresse est celle de la boutique ${shop.name}. Elle se change dans les paramètres.`;
  const body = html`${paragraph(advice)}
<p style="margin:24px 0 0">${button(href, "Voir l'état de la boutique")}</p>`;
  return {
    subject: isOver ? `Réglé : ${problemTitle}` : `À regarder : ${problemTitle}`,
    html: await renderLayout(shop, { title, preview: advice, body, reason }),
    text: `${title}\n\n${advice}\n\n${href}\n\n${signature(shop, reason)}`,
  };
}
