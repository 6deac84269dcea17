/** A visitor's message to a technician, passed on as it was typed: an answer goes to the visitor. */
import { html } from "hono/html";
import type { Letter, Shop } from "../letter.ts";
import type { TechnicianMessage } from "../subjects.ts";
import { oneLine } from "./format.ts";
import { frame, heading, LINE, paragraph, phoneLink, SOFT, signature } from "./frame.ts";

export async function technicianMessage(shop: Shop, message: TechnicianMessage): Promise<Letter> {
  const name = oneLine(message.name, 80);
  const title = `${name} vous écrit`;
  const greeting = `Bonjour ${message.technician},`;
  const intro = `Une personne qui a vu votre fiche sur ${shop.name} vous a laissé ce message.`;
  const answer = `Pour répondre par e-mail, répondez simplement à ce message : votre réponse ira à ${name}.`;
  const warning =
    "Nous transmettons les messages sans les vérifier. Ne payez rien d'avance et ne donnez aucun code.";
  const reason = `Vous recevez ce message parce que vous êtes présenté sur ${shop.name}.`;
  const words = message.message.trim();
  const preview = oneLine(words, 110);
  const body = html`
${paragraph(greeting)}
${paragraph(intro)}
<div style="margin:0 0 8px;padding:4px 0 4px 16px;border-left:4px solid ${LINE};overflow-wrap:anywhere">
${words.split(/\r?\n/).map((line, index) => (index === 0 ? line : html`<br>${line}`))}
</div>
${heading("Pour répondre")}
${paragraph(html`${name}<br>Téléphone : ${phoneLink(message.phone)}<br>E-mail : <a href="mailto:${encodeURIComponent(message.email)}" style="color:inherit;overflow-wrap:anywhere">${message.email}</a>`)}
${paragraph(answer)}
<p style="margin:0;color:${SOFT};font-size:14px;line-height:22px">${warning}</p>`;
  const text = `${greeting}

${intro}

${words.replace(/^/gm, "> ")}

POUR RÉPONDRE
${name}
Téléphone : ${oneLine(message.phone, 200)}
E-mail : ${message.email}

${answer}

${warning}

${signature(shop, reason)}`;
  return {
    subject: oneLine(`${shop.name} : message de ${name}`, 150),
    html: await frame(shop, { title, preview, body, reason }),
    text,
    replyTo: { name, address: message.email },
  };
}
