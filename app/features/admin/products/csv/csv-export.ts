/** The CSV export: a file that a French Excel opens, and that can be imported again. */
import { buildCsvFile } from "#app/features/admin/shared/csv/csv-file.ts";
import { type CsvLine, type CsvProduct, csvColumns } from "./csv-columns.ts";
import type { VARIANT_CELLS } from "./csv-variants.ts";

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
  pages: AsyncIterable<StoredProduct[]>,
  onProgress: (count: number) => void,
): Promise<{ file: Blob; count: number }> {
  return buildCsvFile(csvColumns, pages, onProgress, listLines);
}

/** A product with its variants, as it is read. */
export type StoredProduct = Omit<CsvProduct, "variant"> & {
  product_options?: { name: string }[];
  product_variants?: (Pick<CsvProduct, (typeof VARIANT_CELLS)[number]> & { choices: string[] })[];
};

/** The line of a product, and one of each variant. What follows from the variants stands on their lines only. */
function listLines({ product_options = [], product_variants = [], ...product }: StoredProduct): CsvLine[] {
  if (product_variants.length === 0) return [product];
  const { slug } = product;
  const names = product_options.map(({ name }) => name);
  return [
    { ...product, ...FOLLOWING },
    ...product_variants.map(({ choices, ...values }) => ({
      ...values,
      slug,
      variant: choices.map((choice, index) => [names[index] ?? "", choice] as const),
    })),
  ];
}

const FOLLOWING = {
  reference: null,
  price: null,
  old_price: null,
  discount: null,
  stock: null,
  barcode: null,
};
