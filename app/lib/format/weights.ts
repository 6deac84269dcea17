/** Formatting of weights, which are stored in whole grams. */
const kilograms = new Intl.NumberFormat("fr-FR", { maximumFractionDigits: 3 });

/** 1500 -> «1,5 kg», with a no-break space. */
export function formatWeight(grams: number): string {
  return `${kilograms.format(grams / 1000)}\u00a0kg`;
}
