/** The labels of how long data is stored, for its form and for the journal. */

/** In the order of the form. */
export const RETENTION_LABELS = [
  ["order_years", "Commandes avec leur client (années)"],
  ["message_days", "Messages aux techniciens (jours)"],
  ["quote_days", "Cotations et leurs fichiers (jours)"],
  ["draft_days", "Brouillons de commandes (jours)"],
  ["mail_days", "E-mails et SMS envoyés (jours)"],
  ["audit_days", "Journal (jours)"],
  ["unused_account_days", "Comptes d'un seul numéro jamais utilisés (jours)"],
] as const;
