/**
 * The catalogue's filters live in the address: this module reads them from it and writes them back. Nonsense in
 * the address gives a sane page instead of an error, because addresses are typed, cut off and shared.
 */
import { readPage, readText } from "../../lib/address-params.ts";

export const PRICE_MAX = 100_000;
export const PRICE_STEP = 5_000;

export interface CatalogFilters {
  /** Slug, "" for all. */
  category: string;
  search: string;
  /** Whole francs. */
  minPrice: number;
  /** null at the slider's end, where there is no upper bound. */
  maxPrice: number | null;
  /** Whether a price range was applied: it then stays in the address, even one that excludes nothing. */
  priceApplied: boolean;
  inStock: boolean;
  newOnly: boolean;
  /** From 1. */
  page: number;
}

export function readFilters(params: URLSearchParams): CatalogFilters {
  const min = readPrice(params.get("minPrice")) ?? 0;
  const max = readPrice(params.get("maxPrice")) ?? PRICE_MAX;
  const [low, high] = min <= max ? [min, max] : [max, min];
  return {
    category: readText(params.get("category")),
    search: readText(params.get("search")),
    minPrice: low,
    maxPrice: high >= PRICE_MAX ? null : high,
    priceApplied: params.has("minPrice") || params.has("maxPrice"),
    inStock: params.get("inStock") === "true",
    newOnly: params.get("newOnly") === "true",
    page: readPage(params.get("page")),
  };
}

/** The address of the catalogue under these filters. An applied price range stands in it with both bounds. */
export function catalogPath(filters: Partial<CatalogFilters>): string {
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

/** The page's title: the search stands above the category, the category above the new arrivals. */
export function catalogTitle(filters: CatalogFilters, categoryName: string): string {
  if (filters.search) return `Résultats pour "${filters.search}"`;
  if (filters.category) return `Catégorie: ${categoryName}`;
  if (filters.newOnly) return "Nouveaux Arrivages";
  return "Tous les produits";
}

/**
 * Whether search engines should list this page: everything, a category or what is new. Searches, prices and stock
 * are combinations without end, whose products stand on those pages too.
 */
export function isListed({
  category,
  search,
  minPrice,
  maxPrice,
  inStock,
  newOnly,
}: CatalogFilters): boolean {
  return search === "" && minPrice === 0 && maxPrice === null && !inStock && !(category && newOnly);
}

function readPrice(text: string | null): number | null {
  if (!text || !/^\d{1,9}$/.test(text)) return null;
  return Math.min(Number(text), PRICE_MAX);
}
