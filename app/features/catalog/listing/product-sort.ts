/**
 * The orders of the product lists. Each list has its documented order, which is the one without `sort` in the URL:
 * the newest first in the catalogue, the largest discount first among the promotions. The others are the same in
 * all lists.
 */

export const PRODUCT_SORTS = ["price-asc", "price-desc", "rating", "newest"] as const;

/** Of a list whose documented order is the newest first. */
export const LIST_SORTS = PRODUCT_SORTS.filter((sort) => sort !== "newest");

export type ProductSort = (typeof PRODUCT_SORTS)[number];

export const SORT_LABELS: Readonly<Record<ProductSort, string>> = {
  "price-asc": "Moins chers",
  "price-desc": "Plus chers",
  rating: "Mieux notés",
  newest: "Plus récents",
};

/** The sort order of a URL; null, the documented order, without one and for an unknown one. */
export function parseProductSort(text: string | null): ProductSort | null {
  return PRODUCT_SORTS.find((sort) => sort === text) ?? null;
}
