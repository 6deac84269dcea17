/** The catalogue page. All filters are in the URL; it works the same without script. */

import { data } from "react-router";
import { Breadcrumbs } from "#app/components/layout/breadcrumbs.tsx";
import { useFailureToast } from "#app/components/ui/use-failure-toast.ts";
import { getCategoryBySlug, listProducts } from "#app/features/catalog/catalog.queries.ts";
import { ActiveFilters } from "#app/features/catalog/listing/active-filters.tsx";
import {
  getCatalogPath,
  getCatalogTitle,
  isIndexable,
  listFilteredColumns,
  parseCatalogFilters,
} from "#app/features/catalog/listing/catalog-filters.ts";
import { catalogJsonLd } from "#app/features/catalog/listing/catalog-json-ld.ts";
import { CatalogResults } from "#app/features/catalog/listing/catalog-results.tsx";
import { FilterSidebar } from "#app/features/catalog/listing/filter-sidebar.tsx";
import { suggestProductCards } from "#app/features/catalog/listing/search.queries.ts";
import { useShop } from "#app/features/content/shop-settings.tsx";
import { CATEGORIES_LOAD_ERROR } from "#app/lib/error-messages.ts";
import { humanizeSlug } from "#app/lib/format/slugs.ts";
import type { PageHandle } from "#app/lib/pages/page-handle.ts";
import { getSiteMeta, pageMeta } from "#app/lib/pages/page-meta.ts";
import { getCardTags, getProductListTags } from "#app/lib/pages/page-tags.ts";
import { getPublicPageInit, publicPageHeaders, UNAVAILABLE_PAGE_INIT } from "#app/lib/pages/public-page.ts";
import { getRouteData } from "#app/lib/pages/route-match.ts";
import { getRows, toResult } from "#app/lib/result.ts";
import { createAnonSupabase } from "#app/lib/supabase/supabase.server.ts";
import { renderCardActions } from "#app/routes/shared/card-actions.tsx";
import type { Route } from "./+types/products";

const PARENT_PAGES = [
  { to: "/", label: "Accueil" },
  { to: "/products", label: "Produits" },
];

/** The number of suggested products for a search without results. */
const MAX_SUGGESTED_PRODUCTS = 8;

export const handle: PageHandle = {
  searchParams: ["category", "search", "minPrice", "maxPrice", "inStock", "newOnly", "page", "after"],
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const client = createAnonSupabase(context);
  const filters = parseCatalogFilters(new URL(request.url).searchParams);
  const category = await toResult("category look-up", findCategory(client, filters.category));
  // Without a category that exists and could be read, the list is not filtered by it (S-150).
  const knownCategory = category.ok ? category.value : null;
  const page = await toResult("products", listProducts(client, filters, knownCategory?.id ?? null));
  const hasNoResults = filters.search !== "" && page.ok && page.value.total === 0;
  const suggestions = hasNoResults
    ? await toResult(
        "products like the search",
        suggestProductCards(client, filters.search, MAX_SUGGESTED_PRODUCTS),
      )
    : null;
  const shown = page.ok ? { ...filters, page: page.value.page } : filters;
  return data(
    {
      filters: shown,
      categoryName: knownCategory?.name ?? humanizeSlug(filters.category),
      page,
      suggestions,
      isIndexable: isIndexable(filters) && (knownCategory !== null || filters.category === ""),
    },
    page.ok
      ? getPublicPageInit(
          [
            ...getProductListTags(knownCategory?.id ?? null, listFilteredColumns(filters)),
            ...getCardTags(page.value.products),
            ...(suggestions
              ? [...getProductListTags(null, ["name"]), ...getCardTags(getRows(suggestions))]
              : []),
          ],
          // A list that is unfiltered because its category could not be read is not kept.
          suggestions ? [category, suggestions] : [category],
        )
      : UNAVAILABLE_PAGE_INIT,
  );
}

/** Null for no category, and for one that does not exist. */
async function findCategory(client: ReturnType<typeof createAnonSupabase>, slug: string) {
  return slug === "" ? null : await getCategoryBySlug(client, slug);
}

export const headers = publicPageHeaders;

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { filters, categoryName, isIndexable, page } = loaderData;
  const title = getCatalogTitle(filters, categoryName);
  const site = getSiteMeta(matches);
  const path = getCatalogPath({
    ...filters,
    priceApplied: filters.minPrice > 0 || filters.maxPrice !== null,
  });
  return pageMeta({
    ...site,
    path,
    title: filters.page > 1 ? `${title}, page ${filters.page}` : title,
    description: `${title.replace("Catégorie: ", "")} : prix en XOF, stock à jour, livraison partout au Burkina Faso et paiement à la livraison.`,
    noindex: !isIndexable,
    breadcrumbs:
      filters.category && isIndexable ? [...PARENT_PAGES, { to: path, label: categoryName }] : undefined,
    jsonLd: import.meta.env.SSR &&
      isIndexable &&
      page.ok && [catalogJsonLd(site.siteUrl, page.value.products)],
  });
}

export default function ProductsPage({ loaderData, matches }: Route.ComponentProps) {
  const { filters, categoryName, page, suggestions } = loaderData;
  const { categories } = getRouteData(matches, "routes/storefront/layout");
  useFailureToast(categories, CATEGORIES_LOAD_ERROR);
  const { low_stock_threshold } = useShop();
  return (
    <div className="page grid grid-cols-1 gap-x-8 py-4 md:grid-cols-[264px_1fr] md:py-8">
      <div className="md:col-start-2">
        {filters.category && <Breadcrumbs crumbs={PARENT_PAGES} current={categoryName} />}
        <h1 className="text-2xl md:text-3xl">{getCatalogTitle(filters, categoryName)}</h1>
      </div>
      <FilterSidebar filters={filters} categories={categories.ok ? categories.value : []} />
      <div className="min-w-0 md:col-start-2">
        <ActiveFilters filters={filters} categoryName={categoryName} />
        <CatalogResults
          filters={filters}
          page={page}
          suggestions={suggestions}
          lowStockThreshold={low_stock_threshold}
          renderAction={renderCardActions}
        />
      </div>
    </div>
  );
}
