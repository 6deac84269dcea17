/** Tells the owner of an account of a sign-in from a device or a network that the account was not used from before. */
import { html } from "hono/html";
import { z } from "zod";
import { colorMuted } from "#design/tokens.ts";
import type { MailContent, Shop } from "#jobs/mail/mail-content.ts";
import { MailTemplate } from "#jobs/mail/mail-template.ts";
import { formatMoment } from "./format.ts";
import { button, paragraph, renderLayout, signature } from "./layout.ts";

const payloadSchema = z.object({
  at: z.coerce.date(),
  /** In words of the database: nothing in this mail was chosen by whoever signed in. */
  device: z.string(),
  isKnownDevice: z.boolean(),
  isStaff: z.boolean(),
});
type NewDevice = z.output<typeof payloadSchema>;

export const template = new MailTemplate(({ payload }, shop) =>
  renderNewDevice(shop, payloadSchema.parse(payload)),
);

export async function renderNewDevice(
  shop: Shop,
  { at, device, isKnownDevice, isStaff }: NewDevice,
): Promise<MailContent> {
  const title = isKnownDevice ? "Connexion depuis un autre réseau" : "Connexion depuis un nouvel appareil";
  const intro = `Votre compte ${shop.name} a été ouvert le ${formatMoment(at)} : ${device}${
    isKnownDevice ? ", depuis un réseau que nous n'avions pas encore vu" : ""
  }.`;
  const mine = "C'était vous ? Vous n'avez rien à faire.";
  const notMine =
    "Ce n'était pas vous ? Ouvrez « Sécurité » dans votre compte, fermez les autres appareils, puis changez votre mot de passe.";
  const href = `${shop.siteUrl}${isStaff ? "/admin/security" : "/account/security"}`;
  const action = "Voir mes appareils";
  const reason = `Vous recevez ce message parce que vous avez un compte sur ${shop.name}.`;
  const body = html`
${paragraph(intro)}
${paragraph(mine)}
${paragraph(notMine)}
<p style="margin:0 0 24px">${button(href, action)}</p>
<p style="margin:0;color:${colorMuted};font-size:14px;line-height:22px">Ce message ne demande ni mot de passe ni code. Si vous avez un doute, tapez vous-même l'adresse de la boutique.</p>`;
  return {
    subject: `${shop.name} : ${isKnownDevice ? "connexion depuis un autre réseau" : "connexion depuis un nouvel appareil"}`,
    html: await renderLayout(shop, { title, preview: intro, body, reason }),
    text: `${intro}\n\n${mine}\n\n${notMine}\n\n${action} :\n${href}\n\n${signature(shop, reason)}`,
  };
}
