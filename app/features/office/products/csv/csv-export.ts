/** Products as a file that a French Excel opens, and that can be imported again. */
import { writeCsvRow } from "./csv.ts";
import { type CsvProduct, csvColumns } from "./csv-columns.ts";

/** Tells Excel that the letters are UTF-8. */
const MARK = "\uFEFF";

/** What exporting is called: `total` is how many products the filters find, null when nobody knows. */
export function exportLabel(isFiltered: boolean, total: number | null): string {
  if (!isFiltered || !total) return "Exporter";
  return total === 1 ? "Exporter ce produit" : `Exporter les ${total}`;
}

/**
 * The file, made page by page: the browser may put what is finished aside. `onProgress` hears how many products are
 * in it. Throws what the pages throw.
 */
export async function writeProductsCsv(
  pages: AsyncIterable<CsvProduct[]>,
  onProgress: (count: number) => void,
): Promise<{ file: Blob; count: number }> {
  const parts: Blob[] = [new Blob([MARK, writeCsvRow(csvColumns.map(({ header }) => header))])];
  let count = 0;
  for await (const products of pages) {
    const rows = products.map((product) => writeCsvRow(csvColumns.map(({ write }) => write(product))));
    parts.push(new Blob(rows));
    count += products.length;
    onProgress(count);
  }
  return { file: new Blob(parts, { type: "text/csv;charset=utf-8" }), count };
}
