/** The account mails: a link that acts at once, and a code to type on another device. */
import { html } from "hono/html";
import { z } from "zod";
import { colorBorder, colorMuted } from "#design/tokens.ts";
import type { MailContent, Shop } from "#jobs/mail/mail-content.ts";
import { MailTemplate } from "#jobs/mail/mail-template.ts";
import type { AccountMailKind, AccountMailPayload } from "#jobs/mail/outbox.ts";
import { button, paragraph, renderLayout, signature } from "./layout.ts";

interface AccountMailText {
  subject: (shop: string) => string;
  title: string;
  intro: (shop: string, newEmail: string) => string;
  /** The line that mail programs show beside the subject; the intro unless set. Holds nothing that a caller chose. */
  preview?: string;
  /** The label of the button; null when the mail has only a code. */
  action: string | null;
  /** The text in front of the code; null when the mail has none. */
  code: string | null;
  /** The note for a recipient who did not request the mail. */
  note: string;
  reason: (shop: string) => string;
}

const NOT_REQUESTED =
  "Si vous n'êtes pas à l'origine de cette demande, ignorez ce message : rien ne changera.";
const OR_CODE = "Si un code vous est demandé, saisissez :";

const reasonAddressGiven = (shop: string) =>
  `Vous recevez ce message parce que quelqu'un a donné cette adresse sur ${shop}.`;
const reasonHasAccount = (shop: string) =>
  `Vous recevez ce message parce que vous avez un compte sur ${shop}.`;

const TEXTS: Record<AccountMailKind, AccountMailText> = {
  account_confirmation: {
    subject: (shop) => `${shop} : confirmez votre adresse e-mail`,
    title: "Confirmez votre adresse e-mail",
    intro: (shop) => `Bienvenue sur ${shop}. Il ne reste qu'à confirmer que cette adresse est bien la vôtre.`,
    action: "Confirmer mon adresse",
    code: OR_CODE,
    note: NOT_REQUESTED,
    reason: reasonAddressGiven,
  },
  account_invitation: {
    subject: (shop) => `${shop} : vous êtes invité`,
    title: "Vous êtes invité",
    intro: (shop) =>
      `Un compte vous attend sur ${shop}. Acceptez l'invitation, puis choisissez un mot de passe.`,
    action: "Accepter l'invitation",
    code: OR_CODE,
    note: "Si vous n'attendiez pas cette invitation, ignorez ce message.",
    reason: reasonAddressGiven,
  },
  account_recovery: {
    subject: (shop) => `${shop} : choisissez un nouveau mot de passe`,
    title: "Un nouveau mot de passe",
    intro: (shop) => `Vous avez demandé à changer le mot de passe de votre compte ${shop}.`,
    action: "Choisir un mot de passe",
    code: OR_CODE,
    note: "Si vous n'êtes pas à l'origine de cette demande, ignorez ce message : votre mot de passe reste le même.",
    reason: reasonHasAccount,
  },
  account_sign_in: {
    subject: (shop) => `${shop} : votre lien de connexion`,
    title: "Votre lien de connexion",
    intro: (shop) => `Voici le lien pour vous connecter à ${shop}. Il ne sert qu'une fois.`,
    action: "Me connecter",
    code: OR_CODE,
    note: "Ne transmettez ce lien et ce code à personne. Si vous n'avez rien demandé, ignorez ce message.",
    reason: reasonAddressGiven,
  },
  account_email_change: {
    subject: (shop) => `${shop} : confirmez votre nouvelle adresse e-mail`,
    title: "Changement d'adresse e-mail",
    intro: (shop, newEmail) => `L'adresse de votre compte ${shop} doit devenir ${newEmail}. Confirmez-le.`,
    preview: "Une nouvelle adresse e-mail a été demandée pour votre compte.",
    action: "Confirmer le changement",
    code: OR_CODE,
    note: NOT_REQUESTED,
    reason: reasonHasAccount,
  },
  account_reauthentication: {
    subject: (shop) => `${shop} : votre code de vérification`,
    title: "Votre code de vérification",
    intro: () => "Pour changer votre mot de passe, saisissez ce code.",
    action: null,
    code: "Votre code :",
    note: "Ne le transmettez à personne. Si vous n'avez rien demandé, changez votre mot de passe.",
    reason: reasonHasAccount,
  },
  account_access_removed: {
    subject: (shop) => `${shop} : d'anciens accès à votre compte ont été retirés`,
    title: "Anciens accès retirés",
    intro: (shop) =>
      `Vous venez de prouver que cette adresse est la vôtre. Quelqu'un s'était déjà connecté au compte ${shop} de cette adresse, sans cette preuve : ses connexions, son mot de passe et ses seconds facteurs ont été retirés.`,
    action: "Ouvrir la boutique",
    code: null,
    note: "Si c'était vous, choisissez un nouveau mot de passe et ajoutez de nouveau votre second facteur. Vérifiez aussi le nom et l'adresse de votre profil.",
    reason: reasonHasAccount,
  },
};

const payloadSchema: z.ZodType<AccountMailPayload> = z.object({
  code: z.string().optional(),
  link: z.string(),
  newEmail: z.string().optional(),
});

export const template = new MailTemplate(async (mail, shop) => {
  if (!isAccountMailKind(mail.kind)) throw new TypeError(`There is no account mail ${mail.kind}`);
  return renderAccountMail(shop, mail.kind, payloadSchema.parse(mail.payload));
});

function isAccountMailKind(kind: string): kind is AccountMailKind {
  return Object.hasOwn(TEXTS, kind);
}

export async function renderAccountMail(
  shop: Shop,
  kind: AccountMailKind,
  { code = "", link, newEmail = "" }: AccountMailPayload,
): Promise<MailContent> {
  const texts = TEXTS[kind];
  const intro = texts.intro(shop.name, withoutLink(newEmail));
  const reason = texts.reason(shop.name);
  const body = html`
${paragraph(intro)}
${texts.action ? html`<p style="margin:0 0 24px">${button(link, texts.action)}</p>` : ""}
${
  texts.code
    ? html`<p style="margin:0 0 8px;padding:16px 0 0;border-top:1px solid ${colorBorder}">${texts.code}</p>
<p style="margin:0 0 16px;font-size:30px;line-height:36px;font-weight:800;letter-spacing:6px">${code}</p>`
    : ""
}
<p style="margin:0;color:${colorMuted};font-size:14px;line-height:22px">${texts.note}</p>`;
  const text = `${intro}

${texts.action ? `${texts.action} :\n${link}\n\n` : ""}${texts.code ? `${texts.code} ${code}\n\n` : ""}${texts.note}

${signature(shop, reason)}`;
  return {
    subject: texts.subject(shop.name),
    html: await renderLayout(shop, { title: texts.title, preview: texts.preview ?? intro, body, reason }),
    text,
  };
}

/**
 * Whoever asks for a change chooses the new address, and mail programs turn `www.example.com/…` in front of its @
 * into a link: an invisible character after each dot and slash prevents that.
 */
function withoutLink(address: string): string {
  const at = address.lastIndexOf("@");
  return at < 0 ? address : address.slice(0, at).replace(/[./]/g, "$&\u200c") + address.slice(at);
}
