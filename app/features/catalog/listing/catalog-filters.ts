/**
 * The catalogue's filters as search parameters: parsing and serialization. Invalid values fall back to the
 * default instead of an error, because URLs are typed, cut off and shared.
 */
import { parsePageParam, parseTextParam } from "#app/lib/pages/search-params.ts";

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
}

export function parseCatalogFilters(params: URLSearchParams): CatalogFilters {
  const min = parsePrice(params.get("minPrice")) ?? 0;
  const max = parsePrice(params.get("maxPrice")) ?? PRICE_MAX;
  const [low, high] = min <= max ? [min, max] : [max, min];
  return {
    category: parseTextParam(params.get("category")),
    search: parseTextParam(params.get("search")),
    minPrice: low,
    maxPrice: high >= PRICE_MAX ? null : high,
    priceApplied: params.has("minPrice") || params.has("maxPrice"),
    inStock: params.get("inStock") === "true",
    newOnly: params.get("newOnly") === "true",
    page: parsePageParam(params.get("page")),
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
  if (filters.page && filters.page > 1) params.set("page", String(filters.page));
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
