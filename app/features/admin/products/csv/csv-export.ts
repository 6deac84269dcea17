/** The CSV export: a file that a French Excel opens, and that can be imported again. */
import { buildCsvFile } from "#app/features/admin/shared/csv/csv-file.ts";
import { type CsvProduct, csvColumns } from "./csv-columns.ts";

/**
 * The label of the export button: `total` is the number of products that match the filters, null when it is
 * unknown.
 */
export function getExportLabel(isFiltered: boolean, total: number | null): string {
  if (!isFiltered || !total) return "Exporter";
  return total === 1 ? "Exporter ce produit" : `Exporter les ${total}`;
}

/** `onProgress` receives the number of products so far. Throws the errors of `pages`. */
export function buildProductsCsv(
  pages: AsyncIterable<CsvProduct[]>,
  onProgress: (count: number) => void,
): Promise<{ file: Blob; count: number }> {
  return buildCsvFile(csvColumns, pages, onProgress);
}
