/**
 * The number of products that match the catalogue's filters, as JSON, for the button of the filter sheet. It is the
 * same for everyone and cached like the list.
 */
import { countMatchingProducts } from "#app/features/catalog/catalog.queries.ts";
import { getCategoryBySlug } from "#app/features/catalog/categories/categories.queries.ts";
import { listFilteredColumns, parseCatalogFilters } from "#app/features/catalog/listing/catalog-filters.ts";
import { PRODUCTS_LOAD_ERROR } from "#app/lib/error-messages.ts";
import type { PageHandle } from "#app/lib/pages/page-handle.ts";
import { getProductListTags } from "#app/lib/pages/page-tags.ts";
import { getPublicResourceInit, UNAVAILABLE_PAGE_INIT } from "#app/lib/pages/public-page.ts";
import { toResult } from "#app/lib/result.ts";
import { createAnonSupabase } from "#app/lib/supabase/supabase.server.ts";
import type { Route } from "./+types/product-count";

export const handle: PageHandle = {
  searchParams: ["category", "search", "minPrice", "maxPrice", "inStock", "newOnly"],
  repeatedSearchParams: ["facet"],
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const client = createAnonSupabase(context);
  const filters = parseCatalogFilters(new URL(request.url).searchParams);
  const category = await toResult("category look-up", getCategoryBySlug(client, filters.category));
  // As in the list: without a category that exists and could be read, it is no filter.
  const categoryId = category.ok ? (category.value?.id ?? null) : null;
  const count = await toResult("product count", countMatchingProducts(client, filters, categoryId));
  if (!count.ok) return Response.json({ message: PRODUCTS_LOAD_ERROR }, UNAVAILABLE_PAGE_INIT);
  return Response.json(
    count.value,
    getPublicResourceInit(
      ["categories", "attributes", ...getProductListTags(categoryId, listFilteredColumns(filters))],
      [category, count],
    ),
  );
}
