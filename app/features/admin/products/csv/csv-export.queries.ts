/**
 * The query of the CSV export: all products that match the filters, in pages of the maximum that PostgREST
 * returns.
 */

import {
  type Condition,
  MAX_BULK_ROWS,
  sortAsListed,
  toConditions,
} from "#app/features/admin/products/list/products.queries.ts";
import type {
  ProductFilters,
  ProductsSearchParams,
} from "#app/features/admin/products/list/products-search-params.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { StoredProduct } from "./csv-export.ts";

const COLUMNS =
  "*,category:categories(slug),product_options(name),product_variants(choices,reference,barcode,price,old_price,stock,weight_grams,content_size)" as const;

/** A row of the file, and what identifies it. */
type ExportedProduct = StoredProduct & { id: string };

/**
 * The products of a search in the order of the list, which are few; otherwise newest first. Throws when the backend
 * returns an error.
 */
export async function* fetchProductPages(
  client: Supabase,
  filters: ProductFilters,
  order: ProductsSearchParams["order"] = null,
): AsyncGenerator<StoredProduct[], void, void> {
  const conditions = await toConditions(client, filters);
  const pages = fetchNewestFirst(client, filters, conditions);
  if (!filters.search) return yield* pages;
  const rows: ExportedProduct[] = [];
  for await (const page of pages) rows.push(...page);
  yield await sortAsListed(client, { filters, order }, conditions, rows);
}

/**
 * Each page starts after the last product of the previous one (keyset pagination), so that products created or
 * deleted in the meantime are neither repeated nor skipped.
 */
async function* fetchNewestFirst(
  client: Supabase,
  { search }: ProductFilters,
  conditions: readonly Condition[],
): AsyncGenerator<ExportedProduct[], void, void> {
  let lastRow: { created_at: string; id: string } | undefined;
  do {
    const rows = search
      ? client.rpc("search_products", { query: search }, { get: true }).select(COLUMNS)
      : client.from("products").select(COLUMNS);
    let page = conditions.reduce((query, condition) => query.filter(...condition), rows);
    if (lastRow) {
      const { created_at: at, id } = lastRow;
      page = page.lte("created_at", at).or(`created_at.lt."${at}",id.gt.${id}`);
    }
    const { data } = await page
      .order("created_at", { ascending: false })
      .order("id")
      .order("position", { referencedTable: "product_options" })
      .order("position", { referencedTable: "product_variants" })
      .limit(MAX_BULK_ROWS)
      .throwOnError();
    yield data;
    lastRow = data.length === MAX_BULK_ROWS ? data.at(-1) : undefined;
  } while (lastRow);
}
