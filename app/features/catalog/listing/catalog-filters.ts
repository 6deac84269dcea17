/**
 * The catalogue's filters as search parameters: parsing and serialization. Invalid values fall back to the
 * default instead of an error, because URLs are typed, cut off and shared.
 */
import { parseFrancs } from "#app/lib/forms/francs.ts";
import { isUuid } from "#app/lib/is-uuid.ts";
import { MAX_EXACT_COUNT } from "#app/lib/lists/list-page.ts";
import { parsePageParam, parseTextParam } from "#app/lib/pages/search-params.ts";
import { parseFacets } from "./facets.ts";
import { type ProductSort, parseProductSort } from "./product-sort.ts";

/** Products per page of a list. */
export const PAGE_SIZE = 24;

/**
 * The last page that its number alone finds: the database then skips at most 10,000 products. A later page of
 * the catalogue is found by the product before it.
 */
export const MAX_NUMBERED_PAGE = Math.ceil(MAX_EXACT_COUNT / PAGE_SIZE);
const MAX_KEYED_PAGE = 1_000_000;

/**
 * The price slider's maximum and step, in francs. As an upper bound the maximum means none; the fields beside
 * the slider reach every other price.
 */
export const PRICE_MAX = 100_000;
export const PRICE_STEP = 5_000;

export interface CatalogFilters {
  /** Slug, "" for all. */
  category: string;
  search: string;
  /** Whole francs. */
  minPrice: number;
  /** null at the slider's maximum, which means no upper bound. */
  maxPrice: number | null;
  /** Whether a price range was applied: it then stays in the URL, even when it excludes nothing. */
  priceApplied: boolean;
  inStock: boolean;
  newOnly: boolean;
  /** The chosen values of facets: «couleur:gris», «puissance:500-1000». */
  facets: readonly string[];
  /** null is the documented order: the newest first, and for a search the order of the search. */
  sort: ProductSort | null;
  /** From 1. */
  page: number;
  /** The id of the last product before the page, for pages after `MAX_NUMBERED_PAGE`. */
  after?: string;
}

export function parseCatalogFilters(params: URLSearchParams): CatalogFilters {
  const min = parseFrancs(params.get("minPrice") ?? "") ?? 0;
  const max = parseFrancs(params.get("maxPrice") ?? "") ?? PRICE_MAX;
  // At the slider's end there is no upper bound, also for a greater minimum.
  const [low, high] = min <= max || max === PRICE_MAX ? [min, max] : [max, min];
  const search = parseTextParam(params.get("search"));
  const sort = parseProductSort(params.get("sort"));
  // The pages of a search, and those of facets, are found by their number only.
  const afterParam = params.get("after") ?? "";
  const after = search === "" && !params.has("facet") && isUuid(afterParam) ? afterParam : undefined;
  return {
    category: parseTextParam(params.get("category")),
    search,
    minPrice: low,
    maxPrice: high === PRICE_MAX ? null : high,
    priceApplied: params.has("minPrice") || params.has("maxPrice"),
    inStock: params.get("inStock") === "true",
    newOnly: params.get("newOnly") === "true",
    facets: parseFacets(params.getAll("facet")),
    // Without a search the newest are first anyway.
    sort: sort === "newest" && search === "" ? null : sort,
    page: parsePageParam(params.get("page"), after ? MAX_KEYED_PAGE : undefined),
    after,
  };
}

/** The order and the page of a list that has no filters: of a category's page, or a brand's. */
export function parseListParams(params: URLSearchParams): CatalogFilters {
  const own = new URLSearchParams();
  for (const name of ["sort", "page", "after"]) own.set(name, params.get(name) ?? "");
  return parseCatalogFilters(own);
}

/** The path of a list without filters in this order, from page 1; `after` is the id of the product before the page. */
export function getListPath(path: string, sort: ProductSort | null, page = 1, after?: string): string {
  const params = new URLSearchParams();
  setPage(params, sort, page, after);
  return params.size > 0 ? `${path}?${params}` : path;
}

function setPage(params: URLSearchParams, sort: ProductSort | null, page: number, after?: string): void {
  if (sort) params.set("sort", sort);
  if (page > 1) params.set("page", String(page));
  if (page > MAX_NUMBERED_PAGE && after) params.set("after", after);
}

/** The filters as they are chosen in a form of the catalogue. */
export function readFilterForm(form: HTMLFormElement): CatalogFilters {
  const params = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") params.append(name, value);
  return parseCatalogFilters(params);
}

/**
 * The columns of products by which these filters choose or sort, besides the category. The rating is none: a list by
 * rating follows it with time, as all pages do.
 */
export function listFilteredColumns(
  filters: CatalogFilters,
): ("name" | "price" | "stock" | "is_new" | "attributes")[] {
  return [
    ...(filters.search ? ["name" as const] : []),
    ...(filters.minPrice > 0 || filters.maxPrice !== null || filters.sort?.startsWith("price")
      ? ["price" as const]
      : []),
    ...(filters.inStock ? ["stock" as const] : []),
    ...(filters.newOnly ? ["is_new" as const] : []),
    ...(filters.facets.length > 0 ? ["attributes" as const] : []),
  ];
}

/** The number of filters that can be chosen in the filter panel and are active; a price range is one. */
export function countActiveFilters({
  category,
  minPrice,
  maxPrice,
  inStock,
  newOnly,
  facets,
}: CatalogFilters): number {
  const others = [category !== "", minPrice > 0 || maxPrice !== null, inStock, newOnly].filter(
    Boolean,
  ).length;
  return others + facets.length;
}

/** The catalogue's path with these filters. An applied price range is written with both bounds. */
export function getCatalogPath(filters: Partial<CatalogFilters>): string {
  const params = new URLSearchParams();
  if (filters.category) params.set("category", filters.category);
  if (filters.search) params.set("search", filters.search);
  const { minPrice = 0, maxPrice = null } = filters;
  if (filters.priceApplied) {
    params.set("minPrice", String(minPrice));
    params.set("maxPrice", String(maxPrice ?? PRICE_MAX));
  }
  if (filters.inStock) params.set("inStock", "true");
  if (filters.newOnly) params.set("newOnly", "true");
  for (const facet of filters.facets ?? []) params.append("facet", facet);
  setPage(params, filters.sort ?? null, filters.page ?? 1, filters.after);
  const query = params.toString();
  return query ? `/products?${query}` : "/products";
}

export const WHOLE_LIST_TITLE = "Tous les produits";

/** The page's title: the search takes precedence over the category, the category over the new arrivals. */
export function getCatalogTitle(filters: CatalogFilters, categoryName: string): string {
  if (filters.search) return `Résultats pour "${filters.search}"`;
  if (filters.category) return `Catégorie: ${categoryName}`;
  if (filters.newOnly) return "Nouveaux Arrivages";
  return WHOLE_LIST_TITLE;
}

/**
 * Whether search engines should index this page: all products, a category, or new arrivals. Searches, prices,
 * stock and orders combine without end, and their products are on the indexed pages too.
 */
export function isIndexable({
  category,
  search,
  minPrice,
  maxPrice,
  inStock,
  newOnly,
  facets,
  sort,
}: CatalogFilters): boolean {
  return (
    search === "" &&
    minPrice === 0 &&
    maxPrice === null &&
    !inStock &&
    facets.length === 0 &&
    sort === null &&
    !(category && newOnly)
  );
}

/** The prices of a URL that are none, as they were typed: they are ignored, and the page says so. */
export function listIgnoredPrices(params: URLSearchParams): string[] {
  const texts = ["minPrice", "maxPrice"].map((name) => parseTextParam(params.get(name)));
  return texts.filter((text) => text !== "" && parseFrancs(text) === null).map((text) => text.slice(0, 20));
}

/** What is said about a price that is none. */
export function describeIgnoredPrice(text: string): string {
  return `«\u00a0${text.trim()}\u00a0» n'est pas un prix en francs : il est ignoré.`;
}
