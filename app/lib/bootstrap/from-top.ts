/**
 * Cards and the footer are laid out when they come near the window (`data-from-top` in styles/product.css), as long as
 * the page is at its top: all of them at once are the longest task of its first view. With the first scroll the others
 * follow, because a place on the page, to which one goes back, is exact only with the heights above it.
 */

/** What the stylesheet leaves out. */
export const LATE_LAYOUT = "li:nth-child(n+5) > :is(article, figure), footer";

/** To be called before the page is shown. */
export function layOutFromTop(): void {
  // On a page that is opened again, the browser or the application restores the place.
  const [opening] = performance.getEntriesByType("navigation");
  if (opening?.toJSON().type !== "navigate") return;
  const { dataset } = document.documentElement;
  dataset.fromTop = "";
  addEventListener("scroll", () => delete dataset.fromTop, { once: true });
}
