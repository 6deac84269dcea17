/**
 * How much of the list of reviews a product shows: `?reviews=2` is two pages of it. Apart from the questions to the
 * database, which the product page leaves to the server.
 */

export const REVIEWS_PER_PAGE = 5;
const PAGES_MAX = 20;

/** From an address; nonsense is the first page. */
export function readReviewPages(url: string): number {
  const pages = Number(new URL(url).searchParams.get("reviews"));
  return Number.isInteger(pages) ? Math.min(Math.max(pages, 1), PAGES_MAX) : 1;
}

/** Where one page more is shown, beginning at its first review; null when these are all, or as many as are shown. */
export function moreReviewsHref(pages: number, total: number): string | null {
  if (pages * REVIEWS_PER_PAGE >= total || pages >= PAGES_MAX) return null;
  return `?reviews=${pages + 1}#avis-${pages * REVIEWS_PER_PAGE}`;
}
