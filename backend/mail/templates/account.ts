/** The mails about an account: each has a link that acts at once, and most a code for whoever reads it elsewhere. */
import { html } from "hono/html";
import type { Letter, Shop } from "../letter.ts";
import type { AccountKind, AccountPayload } from "../outbox.ts";
import { button, frame, LINE, paragraph, SOFT, signature } from "./frame.ts";

interface Words {
  subject: (shop: string) => string;
  title: string;
  intro: (shop: string, newEmail: string) => string;
  /** On the button; null when there is only a code to type. */
  action: string | null;
  /** In front of the code. */
  code: string;
  /** For who did not ask for it. */
  note: string;
  reason: (shop: string) => string;
}

const UNASKED = "Si vous n'êtes pas à l'origine de cette demande, ignorez ce message : rien ne changera.";
const OR_CODE = "Si un code vous est demandé, saisissez :";

const asked = (shop: string) =>
  `Vous recevez ce message parce que quelqu'un a donné cette adresse sur ${shop}.`;
const ofAccount = (shop: string) => `Vous recevez ce message parce que vous avez un compte sur ${shop}.`;

const WORDS: Record<AccountKind, Words> = {
  account_confirmation: {
    subject: (shop) => `${shop} : confirmez votre adresse e-mail`,
    title: "Confirmez votre adresse e-mail",
    intro: (shop) => `Bienvenue sur ${shop}. Il ne reste qu'à confirmer que cette adresse est bien la vôtre.`,
    action: "Confirmer mon adresse",
    code: OR_CODE,
    note: UNASKED,
    reason: asked,
  },
  account_invitation: {
    subject: (shop) => `${shop} : vous êtes invité`,
    title: "Vous êtes invité",
    intro: (shop) =>
      `Un compte vous attend sur ${shop}. Acceptez l'invitation, puis choisissez un mot de passe.`,
    action: "Accepter l'invitation",
    code: OR_CODE,
    note: "Si vous n'attendiez pas cette invitation, ignorez ce message.",
    reason: asked,
  },
  account_recovery: {
    subject: (shop) => `${shop} : choisissez un nouveau mot de passe`,
    title: "Un nouveau mot de passe",
    intro: (shop) => `Vous avez demandé à changer le mot de passe de votre compte ${shop}.`,
    action: "Choisir un mot de passe",
    code: OR_CODE,
    note: "Si vous n'êtes pas à l'origine de cette demande, ignorez ce message : votre mot de passe reste le même.",
    reason: ofAccount,
  },
  account_sign_in: {
    subject: (shop) => `${shop} : votre lien de connexion`,
    title: "Votre lien de connexion",
    intro: (shop) => `Voici le lien pour vous connecter à ${shop}. Il ne sert qu'une fois.`,
    action: "Me connecter",
    code: OR_CODE,
    note: "Ne transmettez ce lien et ce code à personne. Si vous n'avez rien demandé, ignorez ce message.",
    reason: asked,
  },
  account_email_change: {
    subject: (shop) => `${shop} : confirmez votre nouvelle adresse e-mail`,
    title: "Changement d'adresse e-mail",
    intro: (shop, newEmail) => `L'adresse de votre compte ${shop} doit devenir ${newEmail}. Confirmez-le.`,
    action: "Confirmer le changement",
    code: OR_CODE,
    note: UNASKED,
    reason: ofAccount,
  },
  account_reauthentication: {
    subject: (shop) => `${shop} : votre code de vérification`,
    title: "Votre code de vérification",
    intro: () => "Pour changer votre mot de passe, saisissez ce code.",
    action: null,
    code: "Votre code :",
    note: "Ne le transmettez à personne. Si vous n'avez rien demandé, changez votre mot de passe.",
    reason: ofAccount,
  },
};

export async function accountLetter(shop: Shop, kind: AccountKind, payload: AccountPayload): Promise<Letter> {
  const words = WORDS[kind];
  const { code, link, newEmail = "" } = payload;
  const intro = words.intro(shop.name, newEmail);
  const reason = words.reason(shop.name);
  const body = html`
${paragraph(intro)}
${words.action ? html`<p style="margin:0 0 24px">${button(link, words.action)}</p>` : ""}
<p style="margin:0 0 8px;padding:16px 0 0;border-top:1px solid ${LINE}">${words.code}</p>
<p style="margin:0 0 16px;font-size:30px;line-height:36px;font-weight:800;letter-spacing:6px">${code}</p>
<p style="margin:0;color:${SOFT};font-size:14px;line-height:22px">${words.note}</p>`;
  const text = `${intro}

${words.action ? `${words.action} :\n${link}\n\n` : ""}${words.code} ${code}

${words.note}

${signature(shop, reason)}`;
  return {
    subject: words.subject(shop.name),
    html: await frame(shop, { title: words.title, preview: intro, body, reason }),
    text,
  };
}
