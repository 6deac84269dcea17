/** Invites somebody into the staff; the link proves that the address is theirs. */
import { html } from "hono/html";
import { z } from "zod";
import { getInvitationPath } from "#app/lib/models/staff-invitations.ts";
import { colorMuted } from "#design/tokens.ts";
import type { MailContent, Shop } from "#jobs/mail/mail-content.ts";
import { MailTemplate } from "#jobs/mail/mail-template.ts";
import { button, paragraph, renderLayout, signature } from "./layout.ts";

const payloadSchema = z.object({ token: z.string() });

export const template = new MailTemplate(async ({ payload }, shop) =>
  renderAdminInvitation(shop, payloadSchema.parse(payload).token),
);

export async function renderAdminInvitation(shop: Shop, token: string): Promise<MailContent> {
  const title = `Rejoignez l'équipe de ${shop.name}`;
  const intro = `Le propriétaire de ${shop.name} vous invite à travailler dans la boutique. Votre rôle et ce qu'il permet sont sur votre tableau de bord.`;
  const steps = "Ouvrez le lien, puis connectez-vous avec cette adresse, ou créez votre compte.";
  const note =
    "Ce lien est personnel et reste ouvert 7 jours. Ne le transmettez à personne. Si vous n'attendiez pas cette invitation, ignorez ce message.";
  const reason = `Vous recevez ce message parce que le propriétaire de ${shop.name} a donné cette adresse.`;
  const link = shop.siteUrl + getInvitationPath(token);
  const body = html`
${paragraph(intro)}
${paragraph(steps)}
<p style="margin:0 0 24px">${button(link, "Accepter l'invitation")}</p>
<p style="margin:0;color:${colorMuted};font-size:14px;line-height:22px">${note}</p>`;
  const text = `${intro}

${steps}

Accepter l'invitation :
${link}

${note}

${signature(shop, reason)}`;
  return {
    subject: `${shop.name} : vous êtes invité à rejoindre l'équipe`,
    html: await renderLayout(shop, { title, preview: intro, body, reason }),
    text,
  };
}
