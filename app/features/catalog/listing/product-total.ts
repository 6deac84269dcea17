/** Numbers of products as the lists write them. */
import { formatNumber, formatTotal } from "#app/lib/format/numbers.ts";
import { MAX_EXACT_COUNT, type RowCount } from "#app/lib/lists/list-page.ts";

/** «39», «1 204», or «plus de 10 000». The results of a search are estimated below that too: «environ 1 200». */
export function formatRowCount({ total, isExact }: RowCount): string {
  if (!isExact && total > MAX_EXACT_COUNT) return `plus de ${formatNumber(MAX_EXACT_COUNT)}`;
  return formatTotal(total, !isExact);
}

/** «39 produits», «1 produit»; in French, zero is singular. */
export function formatProductTotal(count: RowCount): string {
  return `${formatRowCount(count)} ${count.total > 1 ? "produits" : "produit"}`;
}
