/** What became of the mail that takes a message to its technician. */
import type { Tone } from "../../../components/office/pill.tsx";
import { formatDateTime } from "../../../lib/date-times.ts";
import type { Forwarding } from "./messages.queries.ts";

interface ForwardingState {
  tone: Tone;
  label: string;
  /** Goes on where the label ends. */
  detail: string;
}

/** `mail` is null when the technician has no address: then the message waits here for an administrator. */
export function forwardingState(mail: Forwarding | null): ForwardingState {
  if (!mail) return { tone: "gray", label: "Pas transmis", detail: "le technicien n'a pas d'email" };
  if (mail.sent_at) {
    return { tone: "green", label: "Transmis", detail: `par email le ${formatDateTime(mail.sent_at)}` };
  }
  if (mail.failed_at) return { tone: "red", label: "Échec", detail: "l'email n'est pas parti" };
  return { tone: "amber", label: "En attente", detail: "l'email va partir" };
}
