/** Numbers of products as the lists write them. */
import { formatTotal } from "#app/lib/format/numbers.ts";
import type { RowCount } from "#app/lib/lists/list-page.ts";

/** «39», «1 204», or «environ 250 000». */
export function formatRowCount({ total, isExact }: RowCount): string {
  return formatTotal(total, !isExact);
}

/** «39 produits», «1 produit»; in French, zero is singular. */
export function formatProductTotal(count: RowCount): string {
  return `${formatRowCount(count)} ${count.total > 1 ? "produits" : "produit"}`;
}
