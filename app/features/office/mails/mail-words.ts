/** What the outbox calls things, in French: the kinds of mails, how far each is, and why one did not leave. */
import type { Tone } from "../../../components/office/pill.tsx";

export const MAIL_STATES = ["waiting", "failed", "sent"] as const;
export type MailState = (typeof MAIL_STATES)[number];

const looks: Record<MailState, { label: string; tone: Tone }> = {
  waiting: { label: "En attente", tone: "amber" },
  failed: { label: "Échec", tone: "red" },
  sent: { label: "Envoyé", tone: "green" },
};

export function stateLook(state: MailState): { label: string; tone: Tone } {
  return looks[state];
}

interface Progress {
  sent_at: string | null;
  failed_at: string | null;
}

/** One that was given up has failed; one that is tried again waits. */
export function stateOf({ sent_at, failed_at }: Progress): MailState {
  if (sent_at) return "sent";
  return failed_at ? "failed" : "waiting";
}

const kinds: Readonly<Record<string, string>> = {
  order_confirmation: "Confirmation de commande",
  review_request: "Demande d'avis",
  technician_message: "Message à un technicien",
  account_confirmation: "Confirmation d'adresse",
  account_invitation: "Invitation",
  account_recovery: "Nouveau mot de passe",
  account_sign_in: "Lien de connexion",
  account_email_change: "Changement d'adresse",
  account_reauthentication: "Code de vérification",
};

export function kindLabel(kind: string): string {
  return kinds[kind] ?? "Autre e-mail";
}

/** Of an account: its code is good for an hour or so, so a late one is of no use. Its owner asks for another. */
export function isAboutAccount(kind: string): boolean {
  return kind.startsWith("account_");
}

/** The sender's reasons come as codes in English sentences; what has no sentence here is shown as it is. */
export function reasonInWords(reason: string): string {
  const answer = /^The mail server answered (\d{3})/.exec(reason)?.[1];
  if (answer) {
    const meaning = answer.startsWith("5") ? "a refusé le message" : "n'a pas pu le prendre";
    return `Le serveur de messagerie ${meaning} (${answer})`;
  }
  const code = /\((\w+)\)$/.exec(reason)?.[1];
  if (reason.startsWith("No answer")) return `Le serveur de messagerie ne répond pas (${code})`;
  if (reason === "What it is about was deleted") return "Ce dont il parle a été supprimé";
  if (reason.startsWith("It could not be made")) return `Il n'a pas pu être composé (${code})`;
  if (reason.startsWith("The mail could not be written")) return `Le fichier n'a pas pu être écrit (${code})`;
  return reason;
}
