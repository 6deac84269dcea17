/** Exports the products of the list as a file. */
import {
  hasFilters,
  type ProductsSearchParams,
} from "#app/features/admin/products/list/products-search-params.ts";
import { ExportButton } from "#app/features/admin/shared/csv/export-button.tsx";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { fetchProductPages } from "./csv-export.queries.ts";
import { buildProductsCsv, getExportLabel } from "./csv-export.ts";

interface CsvExportButtonProps extends Pick<ProductsSearchParams, "filters" | "order"> {
  /** The number of products in the list, possibly an estimate; null when it failed to load. */
  total: number | null;
}

export function CsvExportButton({ filters, order, total }: CsvExportButtonProps) {
  return (
    <ExportButton
      label={getExportLabel(hasFilters(filters), total)}
      total={total}
      fileName="produits"
      noun={["produit", "produits"]}
      build={(onProgress) => buildProductsCsv(fetchProductPages(getSupabase(), filters, order), onProgress)}
    />
  );
}
