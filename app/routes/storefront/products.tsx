/** The catalogue page. All filters are in the URL; it works the same without script. */

import { data } from "react-router";
import { Breadcrumbs } from "#app/components/layout/breadcrumbs.tsx";
import { useFailureToast } from "#app/components/ui/use-failure-toast.ts";
import {
  countFoundProducts,
  getCategoryBySlug,
  listProducts,
} from "#app/features/catalog/catalog.queries.ts";
import {
  getCatalogPath,
  getCatalogTitle,
  isIndexable,
  listFilteredColumns,
  listIgnoredPrices,
  parseCatalogFilters,
  WHOLE_LIST_TITLE,
} from "#app/features/catalog/listing/catalog-filters.ts";
import { catalogJsonLd } from "#app/features/catalog/listing/catalog-json-ld.ts";
import { CatalogResults } from "#app/features/catalog/listing/catalog-results.tsx";
import { FilterSidebar } from "#app/features/catalog/listing/filter-sidebar.tsx";
import { IgnoredFilters } from "#app/features/catalog/listing/ignored-filters.tsx";
import { listNearProducts } from "#app/features/catalog/listing/search.queries.ts";
import { SearchScope } from "#app/features/catalog/listing/search-scope.tsx";
import { useShop } from "#app/features/content/shop-settings.tsx";
import { CATEGORIES_LOAD_ERROR } from "#app/lib/error-messages.ts";
import { humanizeSlug } from "#app/lib/format/slugs.ts";
import { redirectOldSlug } from "#app/lib/pages/old-slugs.queries.ts";
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

/** The number of near products for a search without results. */
const MAX_NEAR_PRODUCTS = 8;

export const handle: PageHandle = {
  searchParams: ["category", "search", "minPrice", "maxPrice", "inStock", "newOnly", "sort", "page", "after"],
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const client = createAnonSupabase(context);
  const params = new URL(request.url).searchParams;
  const requested = parseCatalogFilters(params);
  const category = await toResult("category look-up", getCategoryBySlug(client, requested.category));
  const isUnknownCategory = requested.category !== "" && category.ok && category.value === null;
  if (isUnknownCategory) {
    await redirectOldSlug(client, "categories", requested.category, request, (url, slug) =>
      url.searchParams.set("category", slug),
    );
  }
  // Without a category that exists and could be read, the list is not filtered by it (S-150).
  const knownCategory = category.ok ? category.value : null;
  const filters = isUnknownCategory ? { ...requested, category: "" } : requested;
  const isSearchedInCategory = filters.search !== "" && knownCategory !== null;
  const [page, shopTotal] = await Promise.all([
    toResult("products", listProducts(client, filters, knownCategory?.id ?? null)),
    isSearchedInCategory
      ? toResult("products of the whole shop", countFoundProducts(client, filters.search))
      : null,
  ]);
  const hasNoResults = filters.search !== "" && page.ok && page.value.total === 0;
  const near = hasNoResults
    ? await toResult("products near the search", listNearProducts(client, filters.search, MAX_NEAR_PRODUCTS))
    : null;
  const shown = page.ok ? { ...filters, page: page.value.page } : filters;
  return data(
    {
      filters: shown,
      categoryName: knownCategory?.name ?? humanizeSlug(filters.category),
      isUnknownCategory,
      ignoredPrices: listIgnoredPrices(params),
      page,
      shopTotal,
      near,
      isIndexable: isIndexable(filters) && (knownCategory !== null || requested.category === ""),
    },
    page.ok
      ? getPublicPageInit(
          [
            ...getProductListTags(knownCategory?.id ?? null, listFilteredColumns(filters)),
            ...getCardTags(page.value.products),
            // What a search finds in a category depends on what it finds in the whole shop.
            ...(filters.search ? getProductListTags(null, ["name"]) : []),
            ...(near ? getCardTags(getRows(near)) : []),
          ],
          // A list that is unfiltered because its category could not be read is not kept.
          [category, shopTotal, near].filter((result) => result !== null),
        )
      : UNAVAILABLE_PAGE_INIT,
  );
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
  const { filters, categoryName, isUnknownCategory, ignoredPrices, page, shopTotal, near } = loaderData;
  const { categories: loadedCategories } = getRouteData(matches, "routes/storefront/layout");
  useFailureToast(loadedCategories, CATEGORIES_LOAD_ERROR);
  const { low_stock_threshold, whatsapp } = useShop();
  const categories = getRows(loadedCategories);
  const title = getCatalogTitle(filters, categoryName);
  // On a phone the title of the whole list would push the products down and say no more than their count.
  const isWholeList = title === WHOLE_LIST_TITLE;
  return (
    <div className="page grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 py-2 md:grid-rows-[auto_auto_1fr] md:grid-cols-[224px_minmax(0,1fr)] md:gap-x-5 md:py-8 lg:grid-cols-[264px_minmax(0,1fr)] lg:gap-x-8">
      <div className="col-span-full md:col-start-2">
        {filters.category && (
          <div className="max-md:hidden">
            <Breadcrumbs crumbs={PARENT_PAGES} current={categoryName} />
          </div>
        )}
        <h1
          className={`pb-1 text-base break-words md:pb-0 md:text-3xl ${isWholeList ? "max-md:sr-only" : ""}`}
        >
          {title}
        </h1>
        {shopTotal && (
          <SearchScope search={filters.search} categoryName={categoryName} shopTotal={shopTotal} />
        )}
      </div>
      <FilterSidebar filters={filters} categories={categories} count={page.ok ? page.value : null} />
      <CatalogResults
        filters={filters}
        categoryName={categoryName}
        page={page}
        near={near}
        whatsapp={whatsapp}
        lowStockThreshold={low_stock_threshold}
        renderAction={renderCardActions}
      >
        <IgnoredFilters
          isUnknownCategory={isUnknownCategory}
          categories={categories}
          prices={ignoredPrices}
          filters={filters}
        />
      </CatalogResults>
    </div>
  );
}
