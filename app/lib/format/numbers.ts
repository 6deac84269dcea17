/** Formatting of whole numbers. */
const groupedDigits = new Intl.NumberFormat("fr-FR");
/** Rounded: an estimate to the piece would pretend to be counted. */
const estimated = new Intl.NumberFormat("fr-FR", { maximumSignificantDigits: 2 });

/** 12500 -> «12 500», with the narrow no-break space of French typography. */
export function formatNumber(value: number): string {
  return groupedDigits.format(value);
}

/** «0 commande», «1 commande», «12 500 commandes»: in French, zero is singular. */
export function formatCount(count: number, singular: string, plural: string): string {
  return `${formatNumber(count)} ${count > 1 ? plural : singular}`;
}

/** «1 234», or «environ 1 200 000» for an estimate. */
export function formatTotal(total: number, isEstimate = false): string {
  return isEstimate ? `environ ${estimated.format(total)}` : formatNumber(total);
}
