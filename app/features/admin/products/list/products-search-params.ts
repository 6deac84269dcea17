/** The search parameters of the product list. */

import { isSlug } from "#app/lib/format/slugs.ts";
import { parseSortOrder, type SortOrder } from "#app/lib/lists/list-search-params.ts";
import { parseTextParam } from "#app/lib/pages/search-params.ts";
import { isSearchTooShort } from "#app/lib/search/search-text.ts";
import { stockLevels } from "./stock-level.ts";

const PRODUCT_SORT_KEYS = ["created_at", "name", "price", "stock"] as const;

/** Stands for products without a category, in place of a slug. */
export const NO_CATEGORY = "none";

/** The flags of a product that the list filters by; the value is that of the query parameter `mark`. */
export const PRODUCT_MARKS = [
  { value: "new", label: "Nouveautés", column: "is_new" },
  { value: "featured", label: "En promotion", column: "is_featured" },
] as const;

/** The parameters besides the search, the sort order and the page. */
export const FILTER_PARAMS = ["category", "stock", "mark"] as const;

export interface ProductFilters {
  /** Empty for all; never shorter than the minimum. */
  search: string;
  /** A slug, or NO_CATEGORY. */
  category: string | null;
  stock: (typeof stockLevels)[number] | null;
  mark: (typeof PRODUCT_MARKS)[number] | null;
}

export interface ProductsSearchParams {
  filters: ProductFilters;
  /** Null for the order of the search: the best match first. */
  order: SortOrder<(typeof PRODUCT_SORT_KEYS)[number]> | null;
  /** The search text is shorter than the minimum. */
  isSearchTooShort: boolean;
}

export function parseProductsSearchParams(params: URLSearchParams): ProductsSearchParams {
  const search = parseTextParam(params.get("search"));
  const category = params.get("category");
  const isTooShort = isSearchTooShort(search);
  const isSearched = search !== "" && !isTooShort;
  return {
    filters: {
      search: isSearched ? search : "",
      category: category !== null && isSlug(category) ? category : null,
      stock: stockLevels.find(({ key }) => key === params.get("stock")) ?? null,
      mark: PRODUCT_MARKS.find(({ value }) => value === params.get("mark")) ?? null,
    },
    order: parseSortOrder(
      params,
      PRODUCT_SORT_KEYS,
      isSearched ? null : { by: "created_at", descending: true },
    ),
    isSearchTooShort: isTooShort,
  };
}

export function hasFilters({ search, category, stock, mark }: ProductFilters): boolean {
  return search !== "" || category !== null || stock !== null || mark !== null;
}
