/** The colors of a status on each admin screen; those of orders are documented. */
import type { TagColor } from "#app/components/admin/tag.tsx";

/** The colors of one screen by status, and the fallback for any other status. */
interface StatusColors {
  colors: Readonly<Record<string, TagColor>>;
  fallback: TagColor;
}

const statusColors = {
  dashboard: { colors: { completed: "green", processing: "blue" }, fallback: "amber" },
  orders: {
    colors: {
      pending: "amber",
      en_attente: "amber",
      processing: "blue",
      en_cours: "blue",
      completed: "green",
      terminée: "green",
      cancelled: "red",
      annulée: "red",
    },
    fallback: "gray",
  },
  quotes: { colors: { in_progress: "blue", answered: "green", closed: "gray" }, fallback: "amber" },
} satisfies Record<string, StatusColors>;

const statusLabels: Readonly<Record<string, string>> = {
  pending: "En attente",
  processing: "En cours",
  completed: "Terminée",
  cancelled: "Annulée",
  // Statuses of quotes.
  new: "Nouvelle",
  in_progress: "En cours",
  answered: "Répondue",
  closed: "Classée",
};

export function getStatusColor(surface: keyof typeof statusColors, status: string): TagColor {
  const { colors, fallback }: StatusColors = statusColors[surface];
  return (Object.hasOwn(colors, status) && colors[status]) || fallback;
}

/** An unknown status is shown unchanged. */
export function getStatusLabel(status: string): string {
  return statusLabels[status] ?? status;
}
