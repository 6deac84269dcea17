/** The catalogue page. All filters are in the URL; it works the same without script. */

import { data } from "react-router";
import { Breadcrumbs } from "#app/components/layout/breadcrumbs.tsx";
import { useFailureToast } from "#app/components/ui/use-failure-toast.ts";
import { countFoundProducts, type ListSharing, listCatalog } from "#app/features/catalog/catalog.queries.ts";
import type { CategoryBranch } from "#app/features/catalog/catalog.types.ts";
import { getCategoryBySlug } from "#app/features/catalog/categories/categories.queries.ts";
import { getCategoryBranch } from "#app/features/catalog/categories/category-branch.queries.ts";
import { getCategoryPath, nestBranch } from "#app/features/catalog/categories/category-branch.ts";
import { SubcategoryChips } from "#app/features/catalog/categories/subcategories.tsx";
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
import { listUnknownFacets } from "#app/features/catalog/listing/facets.queries.ts";
import type { Facet } from "#app/features/catalog/listing/facets.ts";
import { FilterSidebar } from "#app/features/catalog/listing/filter-sidebar.tsx";
import { IgnoredFilters } from "#app/features/catalog/listing/ignored-filters.tsx";
import { PartialAnswer } from "#app/features/catalog/listing/partial-answer.tsx";
import { getSearchAnswer, listNearProducts } from "#app/features/catalog/listing/search.queries.ts";
import { SearchScope } from "#app/features/catalog/listing/search-scope.tsx";
import { useShop } from "#app/features/content/shop-settings.tsx";
import { appContext } from "#app/lib/app-context.ts";
import { CATEGORIES_LOAD_ERROR } from "#app/lib/error-messages.ts";
import { humanizeSlug } from "#app/lib/format/slugs.ts";
import type { RowCount } from "#app/lib/lists/list-page.ts";
import { redirectOldSlug } from "#app/lib/pages/old-slugs.queries.ts";
import type { PageHandle } from "#app/lib/pages/page-handle.ts";
import { getSiteMeta, pageMeta } from "#app/lib/pages/page-meta.ts";
import { getCardTags, getProductListTags, SEARCH_TAGS } from "#app/lib/pages/page-tags.ts";
import { getPublicPageInit, publicPageHeaders, UNAVAILABLE_PAGE_INIT } from "#app/lib/pages/public-page.ts";
import { getRouteData } from "#app/lib/pages/route-match.ts";
import { SharedData } from "#app/lib/pages/shared-data.server.ts";
import { redirectToShownPage } from "#app/lib/pages/shown-page.ts";
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
  repeatedSearchParams: ["facet"],
};

/** By the filters and the category. */
const sharedCounts = new SharedData<RowCount>();
const sharedFacets = new SharedData<Facet[]>();

export async function loader({ request, context }: Route.LoaderArgs) {
  const client = createAnonSupabase(context);
  const { sharedForMs } = context.get(appContext);
  const params = new URL(request.url).searchParams;
  const requested = parseCatalogFilters(params);
  const [category, unknown] = await Promise.all([
    toResult("category look-up", getCategoryBySlug(client, requested.category)),
    toResult("facets of the address", listUnknownFacets(client, requested.facets)),
  ]);
  const isUnknownCategory = requested.category !== "" && category.ok && category.value === null;
  if (isUnknownCategory) {
    await redirectOldSlug(client, "categories", requested.category, request, (url, slug) =>
      url.searchParams.set("category", slug),
    );
  }
  // Without a category that exists and could be read, the list is not filtered by it (S-150).
  const knownCategory = category.ok ? category.value : null;
  const unknownFacets = getRows(unknown);
  const filters = {
    ...requested,
    category: isUnknownCategory ? "" : requested.category,
    facets: requested.facets.filter((facet) => !unknownFacets.includes(facet)),
  };
  const categoryId = knownCategory?.id ?? null;
  // The counts of the facets follow the values of all products of the list.
  const listTags = [
    "attributes",
    ...getProductListTags(categoryId, [...listFilteredColumns(filters), "attributes"]),
  ];
  const source = {
    tags: listTags,
    key: `${categoryId} ${getCatalogPath({ ...filters, sort: null, page: 1 })}`,
  };
  const share: ListSharing = {
    count: (load) => sharedCounts.get(sharedForMs, source, load),
    facets: (load) => sharedFacets.get(sharedForMs, source, load),
  };
  const isSearchedInCategory = filters.search !== "" && knownCategory !== null;
  const [{ page, facets }, branch, shopTotal] = await Promise.all([
    listCatalog(client, filters, categoryId, share),
    // Only for the way to the category and the categories below it: the list is there without them.
    knownCategory ? toResult("category branch", getCategoryBranch(client, filters.category)) : null,
    isSearchedInCategory
      ? toResult("products of the whole shop", countFoundProducts(client, filters.search))
      : null,
  ]);
  if (page.ok) redirectToShownPage(request, page.value.page);
  const hasNoResults = filters.search !== "" && page.ok && page.value.total === 0;
  const near = hasNoResults
    ? await toResult("products near the search", listNearProducts(client, filters.search, MAX_NEAR_PRODUCTS))
    : null;
  // Of no results nothing more is said.
  const answer =
    filters.search !== "" && page.ok && !hasNoResults
      ? await toResult("answer of the search", getSearchAnswer(client, filters.search))
      : null;
  const shown = page.ok ? { ...filters, page: page.value.page } : filters;
  return data(
    {
      filters: shown,
      categoryName: knownCategory?.name ?? humanizeSlug(filters.category),
      branch: branch?.ok ? branch.value : null,
      isUnknownCategory,
      ignoredPrices: listIgnoredPrices(params),
      ignoredFacets: unknownFacets,
      facets: getRows(facets),
      page,
      shopTotal,
      near,
      answer: answer?.ok ? answer.value : null,
      isIndexable: isIndexable(filters) && (knownCategory !== null || requested.category === ""),
    },
    page.ok
      ? getPublicPageInit(
          [
            ...listTags,
            ...getCardTags(page.value.products),
            // What a search finds in a category depends on what it finds in the whole shop.
            ...(filters.search ? [...getProductListTags(null, ["name"]), ...SEARCH_TAGS] : []),
            ...(near ? getCardTags(getRows(near)) : []),
          ],
          // A list that is unfiltered because its category could not be read is not kept.
          [category, branch, unknown, facets, shopTotal, near, answer].filter((result) => result !== null),
        )
      : UNAVAILABLE_PAGE_INIT,
  );
}

export const headers = publicPageHeaders;

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { filters, categoryName, branch, isIndexable, page } = loaderData;
  const title = getCatalogTitle(filters, categoryName);
  const site = getSiteMeta(matches);
  const path = getCatalogPath({
    ...filters,
    priceApplied: filters.minPrice > 0 || filters.maxPrice !== null,
  });
  return pageMeta({
    ...site,
    // The list of a category alone is on the category's page as well, which search engines should show.
    path: filters.category && isIndexable ? getCategoryPath(filters.category, null, filters.page) : path,
    title: filters.page > 1 ? `${title}, page ${filters.page}` : title,
    description: `${title.replace("Catégorie: ", "")} : prix en XOF, stock à jour, livraison partout au Burkina Faso et paiement à la livraison.`,
    noindex: !isIndexable,
    breadcrumbs:
      filters.category && isIndexable
        ? [...listParentPages(branch), { to: path, label: categoryName }]
        : undefined,
    jsonLd: import.meta.env.SSR &&
      isIndexable &&
      page.ok && [catalogJsonLd(site.siteUrl, page.value.products)],
  });
}

/** Accueil, Produits, and the categories above that of the list. */
function listParentPages(branch: CategoryBranch | null) {
  return [
    ...PARENT_PAGES,
    ...(branch?.ancestors ?? []).map(({ slug, name }) => ({
      to: getCatalogPath({ category: slug }),
      label: name,
    })),
  ];
}

export default function ProductsPage({ loaderData, matches }: Route.ComponentProps) {
  const {
    filters,
    categoryName,
    branch,
    isUnknownCategory,
    ignoredPrices,
    ignoredFacets,
    facets,
    page,
    shopTotal,
    near,
    answer,
  } = loaderData;
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
            <Breadcrumbs crumbs={listParentPages(branch)} current={categoryName} />
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
        {answer !== null && <PartialAnswer search={filters.search} answer={answer} whatsapp={whatsapp} />}
      </div>
      <FilterSidebar
        filters={filters}
        categories={nestBranch(categories, branch)}
        facets={facets}
        count={page.ok ? page.value : null}
      />
      <CatalogResults
        filters={filters}
        facets={facets}
        categoryName={categoryName}
        page={page}
        near={near}
        whatsapp={whatsapp}
        lowStockThreshold={low_stock_threshold}
        renderAction={renderCardActions}
      >
        {branch && (
          <SubcategoryChips
            categories={branch.children}
            getPath={(category) => getCatalogPath({ ...filters, category, page: 1 })}
          />
        )}
        <IgnoredFilters
          isUnknownCategory={isUnknownCategory}
          categories={categories}
          prices={ignoredPrices}
          facets={ignoredFacets}
          filters={filters}
        />
      </CatalogResults>
    </div>
  );
}
