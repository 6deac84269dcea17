/** The French labels of the mail outbox: the kinds of mails, their states, and why a delivery failed. */
import type { TagColor } from "#app/components/admin/tag.tsx";
import type { MailKind } from "#app/lib/supabase/database.types.ts";

export const MAIL_STATES = ["waiting", "failed", "sent", "local"] as const;
export type MailState = (typeof MAIL_STATES)[number];

const stateTags: Record<MailState, { label: string; color: TagColor }> = {
  waiting: { label: "En attente", color: "amber" },
  failed: { label: "Échec", color: "red" },
  sent: { label: "Envoyé", color: "green" },
  local: { label: "Gardé sur cette machine", color: "gray" },
};

export function getMailStateTag(state: MailState): { label: string; color: TagColor } {
  return stateTags[state];
}

interface Delivery {
  sent_at: string | null;
  /** Written as a file on the server's machine: no mail server is configured, and nothing left. */
  is_local: boolean;
  failed_at: string | null;
}

/** A mail that was given up has failed; a mail that is retried is waiting. */
export function getMailState({ sent_at, is_local, failed_at }: Delivery): MailState {
  if (sent_at) return is_local ? "local" : "sent";
  return failed_at ? "failed" : "waiting";
}

interface MailKindInfo {
  label: string;
  /** What `subject_id` is the id of, when the list shows it. */
  subject?: "order" | "message";
}

const kinds: Readonly<Record<MailKind, MailKindInfo>> = {
  order_confirmation: { label: "Confirmation de commande", subject: "order" },
  order_processing: { label: "Commande prise en charge", subject: "order" },
  order_completed: { label: "Commande terminée", subject: "order" },
  order_cancelled: { label: "Commande annulée", subject: "order" },
  order_changed: { label: "Commande modifiée" },
  order_step: { label: "Étape d'une commande" },
  order_text: { label: "SMS au client" },
  order_notice: { label: "Nouvelles commandes" },
  admin_invitation: { label: "Invitation dans l'équipe" },
  admin_invitation_text: { label: "SMS d'invitation" },
  review_request: { label: "Demande d'avis", subject: "order" },
  technician_message: { label: "Message à un technicien", subject: "message" },
  price_list_answer: { label: "Réponse à une demande de tarif pro" },
  shop_problem: { label: "État de la boutique" },
  new_device: { label: "Nouvel appareil" },
  stock_alert: { label: "Retour en stock" },
  account_confirmation: { label: "Confirmation d'adresse" },
  account_invitation: { label: "Invitation" },
  account_recovery: { label: "Nouveau mot de passe" },
  account_sign_in: { label: "Lien de connexion" },
  account_email_change: { label: "Changement d'adresse" },
  account_reauthentication: { label: "Code de vérification" },
  account_access_removed: { label: "Accès retirés" },
};

/** A kind that is not listed is possible in a tab that is older than the database. */
export function getMailKindInfo(kind: string): MailKindInfo {
  return isMailKind(kind) ? kinds[kind] : { label: "Autre e-mail" };
}

function isMailKind(kind: string): kind is MailKind {
  return Object.hasOwn(kinds, kind);
}

/**
 * Account mails contain a code that expires after about an hour, so a late one is useless. The recipient
 * requests a new one.
 */
export function isAccountMail(kind: string): boolean {
  return kind.startsWith("account_");
}

/**
 * The mail sender's reasons (jobs/mail/send-mail.ts, delivery-error.ts, transport.ts) are English sentences with a code; an unknown
 * one is shown unchanged.
 */
export function formatMailError(reason: string): string {
  const statusCode = /^The mail server answered (?<code>\d{3})/.exec(reason)?.groups?.code;
  if (statusCode) {
    if (reason.endsWith("(EAUTH)"))
      return `Le serveur de messagerie a refusé l'identifiant de la boutique (${statusCode})`;
    const meaning = statusCode.startsWith("5") ? "a refusé le message" : "n'a pas pu le prendre";
    return `Le serveur de messagerie ${meaning} (${statusCode})`;
  }
  const textStatus = /^The provider of text messages answered (?<status>\d{3})/.exec(reason)?.groups?.status;
  if (textStatus) return `Le fournisseur de SMS a refusé le message (${textStatus})`;
  const code = /\((?<code>\w+)\)$/.exec(reason)?.groups?.code;
  if (reason === "No answer (ESMS)") return "Le fournisseur de SMS ne répond pas";
  if (reason.startsWith("No answer")) return `Le serveur de messagerie ne répond pas (${code})`;
  if (reason === "The subject was deleted") return "Ce dont il parle a été supprimé";
  if (reason.startsWith("The mail could not be composed")) return `Il n'a pas pu être composé (${code})`;
  if (reason.startsWith("The mail could not be written")) return `Le fichier n'a pas pu être écrit (${code})`;
  return reason;
}
