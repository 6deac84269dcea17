/** The state of the mail that forwards a message to its technician. */
import type { TagColor } from "#app/components/admin/tag.tsx";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import type { Forwarding } from "./messages.queries.ts";

interface ForwardingStatus {
  color: TagColor;
  label: string;
  /** Continues the label. */
  detail: string;
}

/** `mail` is null when the technician has no email address: then the message waits for an administrator. */
export function getForwardingStatus(mail: Forwarding | null): ForwardingStatus {
  if (!mail) return { color: "gray", label: "Pas transmis", detail: "le technicien n'a pas d'email" };
  if (mail.sent_at && mail.is_local) {
    return {
      color: "gray",
      label: "Gardé sur cette machine",
      detail: "rien n'est parti : la boutique n'a pas de serveur de messagerie",
    };
  }
  if (mail.sent_at) {
    return { color: "green", label: "Transmis", detail: `par email le ${formatDateTime(mail.sent_at)}` };
  }
  if (mail.failed_at) return { color: "red", label: "Échec", detail: "l'email n'est pas parti" };
  return { color: "amber", label: "En attente", detail: "l'email va partir" };
}
