/**
 * The catalogue's filters as search parameters: parsing and serialization. Invalid values fall back to the
 * default instead of an error, because URLs are typed, cut off and shared.
 */
import { isUuid } from "#app/lib/is-uuid.ts";
import { MAX_EXACT_COUNT } from "#app/lib/lists/list-page.ts";
import { parsePageParam, parseTextParam } from "#app/lib/pages/search-params.ts";

/** Products per page of a list. */
export const PAGE_SIZE = 24;

/**
 * The last page that its number alone finds: the database then skips at most 10,000 products. A later page of
 * the catalogue is found by the product before it.
 */
export const MAX_NUMBERED_PAGE = Math.ceil(MAX_EXACT_COUNT / PAGE_SIZE);
const MAX_KEYED_PAGE = 1_000_000;

/** The price slider's maximum and step, in francs. */
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
  /** From 1. */
  page: number;
  /** The id of the last product before the page, for pages after `MAX_NUMBERED_PAGE`. */
  after?: string;
}

export function parseCatalogFilters(params: URLSearchParams): CatalogFilters {
  const min = parsePrice(params.get("minPrice")) ?? 0;
  const max = parsePrice(params.get("maxPrice")) ?? PRICE_MAX;
  const [low, high] = min <= max ? [min, max] : [max, min];
  const search = parseTextParam(params.get("search"));
  // The pages of a search are found by their number only.
  const afterParam = params.get("after") ?? "";
  const after = search === "" && isUuid(afterParam) ? afterParam : undefined;
  return {
    category: parseTextParam(params.get("category")),
    search,
    minPrice: low,
    maxPrice: high >= PRICE_MAX ? null : high,
    priceApplied: params.has("minPrice") || params.has("maxPrice"),
    inStock: params.get("inStock") === "true",
    newOnly: params.get("newOnly") === "true",
    page: parsePageParam(params.get("page"), after ? MAX_KEYED_PAGE : undefined),
    after,
  };
}

/** The columns of products by which these filters choose, besides the category. */
export function listFilteredColumns(filters: CatalogFilters): ("name" | "price" | "stock" | "is_new")[] {
  return [
    ...(filters.search ? ["name" as const] : []),
    ...(filters.minPrice > 0 || filters.maxPrice !== null ? ["price" as const] : []),
    ...(filters.inStock ? ["stock" as const] : []),
    ...(filters.newOnly ? ["is_new" as const] : []),
  ];
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
  const { page = 1, after } = filters;
  if (page > 1) params.set("page", String(page));
  if (page > MAX_NUMBERED_PAGE && after) params.set("after", after);
  const query = params.toString();
  return query ? `/products?${query}` : "/products";
}

/** The page's title: the search takes precedence over the category, the category over the new arrivals. */
export function getCatalogTitle(filters: CatalogFilters, categoryName: string): string {
  if (filters.search) return `Résultats pour "${filters.search}"`;
  if (filters.category) return `Catégorie: ${categoryName}`;
  if (filters.newOnly) return "Nouveaux Arrivages";
  return "Tous les produits";
}

/**
 * Whether search engines should index this page: all products, a category, or new arrivals. Searches, prices
 * and stock combine without end, and their products are on the indexed pages too.
 */
export function isIndexable({
  category,
  search,
  minPrice,
  maxPrice,
  inStock,
  newOnly,
}: CatalogFilters): boolean {
  return search === "" && minPrice === 0 && maxPrice === null && !inStock && !(category && newOnly);
}

function parsePrice(text: string | null): number | null {
  if (!text || !/^\d{1,9}$/.test(text)) return null;
  return Math.min(Number(text), PRICE_MAX);
}
