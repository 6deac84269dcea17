/** The colours that a status has on each surface of the back office, those of orders as they are documented. */
import type { Tone } from "../../components/office/pill.tsx";

/** What one surface shows for each status, and for any other. */
interface Surface {
  tones: Readonly<Record<string, Tone>>;
  other: Tone;
}

const surfaces = {
  dashboard: { tones: { completed: "green", processing: "blue" }, other: "amber" },
  orders: {
    tones: {
      pending: "amber",
      en_attente: "amber",
      processing: "blue",
      en_cours: "blue",
      completed: "green",
      terminée: "green",
      cancelled: "red",
      annulée: "red",
    },
    other: "gray",
  },
  quotes: { tones: { in_progress: "blue", answered: "green", closed: "gray" }, other: "amber" },
} satisfies Record<string, Surface>;

const labels: Readonly<Record<string, string>> = {
  pending: "En attente",
  processing: "En cours",
  completed: "Terminée",
  cancelled: "Annulée",
  // Of quotes.
  new: "Nouvelle",
  in_progress: "En cours",
  answered: "Répondue",
  closed: "Classée",
};

export function statusTone(surface: keyof typeof surfaces, status: string): Tone {
  const { tones, other }: Surface = surfaces[surface];
  return (Object.hasOwn(tones, status) && tones[status]) || other;
}

/** A status that the shop does not know is shown as it is. */
export function statusLabel(status: string): string {
  return labels[status] ?? status;
}
