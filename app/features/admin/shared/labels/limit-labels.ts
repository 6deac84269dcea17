/** The French words for limits: for whom, counted for each what, how many in how long. */
import { formatDuration } from "#app/lib/format/durations.ts";
import { formatNumber } from "#app/lib/format/numbers.ts";

export const UNLIMITED_LABEL = "Sans limite";

export const AUDIENCE_LABELS: Readonly<Record<string, string>> = {
  everyone: "Tout le monde",
  visitor: "Visiteur",
  unproven: "Compte non vérifié",
  customer: "Client",
  trusted: "Client de confiance",
  staff: "Équipe",
};

export const SCOPE_LABELS: Readonly<Record<string, string>> = {
  account: "par compte",
  email: "par adresse e-mail",
  phone: "par numéro de téléphone",
  address: "par adresse IP",
  network: "par réseau",
  device: "par appareil",
  place: "par adresse de livraison",
  recipient: "par destinataire",
  technician: "par technicien",
  product: "par produit",
  order: "par commande",
  line: "par ligne de commande",
  request: "par requête",
  socket: "par connexion",
  shop: "pour toute la boutique",
};

/** For whom, and counted for each what. What a newer database has besides is shown as it is. */
export function getLimitSubject({ audience, scope }: { audience: string; scope: string }) {
  return { audience: AUDIENCE_LABELS[audience] ?? audience, scope: SCOPE_LABELS[scope] ?? scope };
}

/** «Client, par compte» */
export function formatLimitSubject(limit: { audience: string; scope: string }): string {
  const { audience, scope } = getLimitSubject(limit);
  return `${audience}, ${scope}`;
}

/** What a limit allows. */
export interface Allowance {
  /** Null sets no limit. */
  maximum: number | null;
  /** Null for a limit of what there may be at once. */
  period_seconds: number | null;
}

/** «30 en 5 minutes», «40 au plus», «Sans limite». */
export function formatAllowance({ maximum, period_seconds }: Allowance): string {
  if (maximum === null) return UNLIMITED_LABEL;
  if (maximum === 0) return "Tout est refusé";
  const number = formatNumber(maximum);
  return period_seconds === null ? `${number} au plus` : `${number} en ${formatDuration(period_seconds)}`;
}
