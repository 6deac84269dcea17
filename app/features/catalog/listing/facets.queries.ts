/** The facets of a list. Every function throws when the request fails. */
import type { PostgrestClient } from "@supabase/postgrest-js";
import * as z from "zod/mini";
import type { Database } from "#app/lib/supabase/database.types.ts";
import { type CatalogFilters, PAGE_SIZE } from "./catalog-filters.ts";
import type { Facet } from "./facets.ts";

type Client = PostgrestClient<Database>;

type Functions = Database["public"]["Functions"];

const optionsSchema = z.array(
  z.object({ value: z.string(), name: z.nullable(z.string()), total: z.number() }),
);
const kindSchema = z.enum(["number", "choice", "boolean"]);

/** The filters besides the facets as arguments of the database's functions. */
function toConditions(
  { search, minPrice, maxPrice, inStock, newOnly, facets }: CatalogFilters,
  categoryId: string | null,
): Functions["list_facets"]["Args"] & { facets: string[] } {
  return {
    ...(search && { search }),
    ...(categoryId && { category: categoryId }),
    ...(minPrice > 0 && { min_price: minPrice }),
    ...(maxPrice !== null && { max_price: maxPrice }),
    in_stock: inStock,
    is_new: newOnly,
    facets: [...facets],
  };
}

/** The facets of the list in their order, those that are chosen first. */
export async function listFacets(
  client: Client,
  filters: CatalogFilters,
  categoryId: string | null,
): Promise<Facet[]> {
  const { data } = await client
    .rpc("list_facets", toConditions(filters, categoryId), { get: true })
    .throwOnError();
  return data.map(({ key, name, kind, unit, is_exact, options }) => ({
    key,
    name,
    kind: kindSchema.parse(kind),
    unit,
    isExact: is_exact,
    options: optionsSchema.parse(options),
  }));
}

/** Those of the values that are none: they filter nothing. */
export async function listUnknownFacets(client: Client, facets: readonly string[]): Promise<string[]> {
  if (facets.length === 0) return [];
  const { data } = await client
    .rpc("list_unknown_facets", { facets: [...facets] }, { get: true })
    .throwOnError();
  return data;
}

/** The ids of a page's products, and of the one after them, in a list with facets. */
export async function listFacetedIds(
  client: Client,
  filters: CatalogFilters,
  categoryId: string | null,
): Promise<string[]> {
  const { data } = await client
    .rpc(
      "list_faceted_products",
      {
        ...toConditions(filters, categoryId),
        ...(filters.sort ? { sort: filters.sort } : filters.search ? {} : { sort: "newest" }),
        row_offset: (filters.page - 1) * PAGE_SIZE,
        row_limit: PAGE_SIZE + 1,
      },
      { get: true },
    )
    .throwOnError();
  return data;
}
