/** The CSV export: a file that a French Excel opens, and that can be imported again. */
import { formatCsvRow } from "./csv.ts";
import { type CsvProduct, csvColumns } from "./csv-columns.ts";

/** Tells Excel that the file is UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * The label of the export button: `total` is the number of products that match the filters, null when it is
 * unknown.
 */
export function getExportLabel(isFiltered: boolean, total: number | null): string {
  if (!isFiltered || !total) return "Exporter";
  return total === 1 ? "Exporter ce produit" : `Exporter les ${total}`;
}

/**
 * Builds the file page by page, so that the browser may move finished parts to disk. `onProgress` receives
 * the number of products so far. Throws the errors of `pages`.
 */
export async function buildProductsCsv(
  pages: AsyncIterable<CsvProduct[]>,
  onProgress: (count: number) => void,
): Promise<{ file: Blob; count: number }> {
  const parts: Blob[] = [new Blob([BYTE_ORDER_MARK, formatCsvRow(csvColumns.map(({ header }) => header))])];
  let count = 0;
  for await (const products of pages) {
    const rows = products.map((product) => formatCsvRow(csvColumns.map(({ format }) => format(product))));
    parts.push(new Blob(rows));
    count += products.length;
    onProgress(count);
  }
  return { file: new Blob(parts, { type: "text/csv;charset=utf-8" }), count };
}
