/** Tells a customer whether the prices of professionals were granted. */
import { html } from "hono/html";
import { z } from "zod";
import type { Sql } from "#backend/core/database/database.ts";
import type { MailContent, Shop } from "#jobs/mail/mail-content.ts";
import { MailTemplate } from "#jobs/mail/mail-template.ts";
import { button, paragraph, renderLayout, signature } from "./layout.ts";

const payloadSchema = z.object({ customer: z.uuid() });

export interface PriceListAnswer {
  state: string;
  trade: string;
  /** Why it was refused or withdrawn. */
  reason: string | null;
}

export const template = new MailTemplate(async ({ payload }, shop, sql) => {
  const answer = await findAnswer(sql, payloadSchema.parse(payload).customer);
  return answer ? renderPriceListAnswer(shop, answer) : null;
});

/** Undefined once the account is deleted, and while a new request waits for its answer. */
async function findAnswer(sql: Sql, customer: string): Promise<PriceListAnswer | undefined> {
  const [answer] = await sql<PriceListAnswer[]>`
    select state, trade, reason from public.price_list_members
    where user_id = ${customer} and state <> 'requested'`;
  return answer;
}

export async function renderPriceListAnswer(
  shop: Shop,
  { state, trade, reason: refusal }: PriceListAnswer,
): Promise<MailContent> {
  const isGranted = state === "granted";
  const title = state === "refused" ? "Votre demande de prix professionnels" : "Vos prix professionnels";
  const refused =
    state === "withdrawn"
      ? `Vous n'avez plus les prix professionnels de ${shop.name}`
      : "Nous ne pouvons pas vous accorder les prix professionnels";
  const intro = isGranted
    ? `Vous avez maintenant les prix professionnels de ${shop.name} (${trade}). Connectez-vous : vos prix sont sur les pages des produits, dans votre panier et dans vos commandes.`
    : `${refused} (${trade}). Motif : ${refusal ?? ""}`;
  const href = `${shop.siteUrl}/${isGranted ? "products" : "account"}`;
  const label = isGranted ? "Voir les produits" : "Voir mon compte";
  const reason = `Vous recevez ce message parce que vous avez demandé les prix professionnels sur ${shop.name}.`;
  const body = html`
${paragraph(intro)}
${paragraph(button(href, label))}`;
  const text = `${intro}

${href}

${signature(shop, reason)}`;
  return { subject: title, html: await renderLayout(shop, { title, preview: intro, body, reason }), text };
}
