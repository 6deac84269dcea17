/**
 * A visitor's message to a technician, forwarded without its links; nothing that the visitor wrote stands in the
 * subject, the title or the preview. Replies go to the visitor.
 */
import { html } from "hono/html";
import type { Sql } from "#backend/core/database/database.ts";
import { colorBorder, colorMuted } from "#design/tokens.ts";
import type { MailContent, Shop } from "#jobs/mail/mail-content.ts";
import { MailTemplate } from "#jobs/mail/mail-template.ts";
import { toOneLine, withoutLinks } from "./format.ts";
import { heading, paragraph, phoneLink, renderLayout, signature } from "./layout.ts";

interface TechnicianMessage {
  technician: string;
  name: string;
  email: string;
  phone: string;
  message: string;
  created_at: Date;
}

export const template = new MailTemplate(async ({ subject_id }, shop, sql) => {
  const message = await findTechnicianMessage(sql, subject_id);
  return message ? renderTechnicianMessage(shop, message) : null;
});

/** Undefined once the message, or the technician, is deleted. */
async function findTechnicianMessage(sql: Sql, id: string): Promise<TechnicianMessage | undefined> {
  const [message] = await sql<TechnicianMessage[]>`
    select t.name as technician, m.name, m.email, m.phone, m.message, m.created_at
    from public.messages m
    join public.technician_profiles t on t.id = m.technician_id
    where m.id = ${id}`;
  return message;
}

export async function renderTechnicianMessage(shop: Shop, message: TechnicianMessage): Promise<MailContent> {
  const name = toOneLine(withoutLinks(message.name), 80);
  const phone = withoutLinks(message.phone);
  const title = "Un visiteur vous écrit";
  const greeting = `Bonjour ${message.technician},`;
  const intro = `Une personne qui a vu votre fiche sur ${shop.name} vous a laissé ce message.`;
  const replyHint = `Pour répondre par e-mail, répondez simplement à ce message : votre réponse ira à ${name}.`;
  const warning =
    "Nous transmettons les messages sans les vérifier. Ne payez rien d'avance et ne donnez aucun code.";
  const reason = `Vous recevez ce message parce que vous êtes présenté sur ${shop.name}.`;
  const quoted = withoutLinks(message.message).trim();
  const preview = "Son message et ses coordonnées sont dans cet e-mail.";
  const body = html`
${paragraph(greeting)}
${paragraph(intro)}
<div style="margin:0 0 8px;padding:4px 0 4px 16px;border-left:4px solid ${colorBorder};overflow-wrap:anywhere">
${quoted.split(/\r?\n/).map((line, index) => (index === 0 ? line : html`<br>${line}`))}
</div>
${heading("Pour répondre")}
${paragraph(html`${name}<br>Téléphone : ${phoneLink(phone)}<br>E-mail : <a href="mailto:${encodeURIComponent(message.email)}" style="color:inherit;overflow-wrap:anywhere">${message.email}</a>`)}
${paragraph(replyHint)}
<p style="margin:0;color:${colorMuted};font-size:14px;line-height:22px">${warning}</p>`;
  const text = `${greeting}

${intro}

${quoted.replace(/^/gm, "> ")}

POUR RÉPONDRE
${name}
Téléphone : ${toOneLine(phone, 200)}
E-mail : ${message.email}

${replyHint}

${warning}

${signature(shop, reason)}`;
  return {
    subject: toOneLine(`${shop.name} : nouveau message d'un visiteur`, 150),
    html: await renderLayout(shop, { title, preview, body, reason }),
    text,
    replyTo: { name, address: message.email },
  };
}
