/**
 * The pagination of a product's reviews: `?reviews=2` shows two pages. Separate from review.queries.ts, which
 * the product page keeps on the server.
 */

export const REVIEWS_PER_PAGE = 5;
const MAX_PAGES = 20;

/** The number of pages from the URL; invalid values give 1. */
export function parseReviewPages(url: string): number {
  const pages = Number(new URL(url).searchParams.get("reviews"));
  return Number.isInteger(pages) ? Math.min(Math.max(pages, 1), MAX_PAGES) : 1;
}

/**
 * The link that shows one more page and scrolls to the last review shown before it; null when all or the
 * maximum are shown.
 */
export function getMoreReviewsHref(pages: number, total: number): string | null {
  if (pages * REVIEWS_PER_PAGE >= total || pages >= MAX_PAGES) return null;
  return `?reviews=${pages + 1}#avis-${pages * REVIEWS_PER_PAGE}`;
}
