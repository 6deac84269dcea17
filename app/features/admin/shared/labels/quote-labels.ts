/** The labels of a quote's status and kind, and the colors of its status. */
import type { TagColor } from "#app/components/admin/tag.tsx";
import type { QuoteKind, QuoteStatus } from "#app/lib/supabase/database.types.ts";

const quoteStatuses: Readonly<Record<QuoteStatus, { label: string; color: TagColor }>> = {
  new: { label: "Nouvelle", color: "amber" },
  in_progress: { label: "En cours", color: "blue" },
  answered: { label: "Répondue", color: "green" },
  closed: { label: "Classée", color: "gray" },
};

export const quoteKindLabels: Readonly<Record<QuoteKind, string>> = { image: "Produits", file: "Projet" };

/** A status that is not listed, which a tab older than the database may receive, is shown by its name. */
export function getQuoteStatusLabel(status: string): string {
  return isQuoteStatus(status) ? quoteStatuses[status].label : status;
}

export function getQuoteStatusColor(status: string): TagColor {
  return isQuoteStatus(status) ? quoteStatuses[status].color : "amber";
}

function isQuoteStatus(status: string): status is QuoteStatus {
  return Object.hasOwn(quoteStatuses, status);
}
