/** Formatting of ratings. */
const oneDecimal = new Intl.NumberFormat("fr-FR", { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** 4.25 -> «4,3». */
export function formatRating(rating: number): string {
  return oneDecimal.format(rating);
}
