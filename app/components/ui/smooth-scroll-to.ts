/**
 * Scrolls a row horizontally. The animation is requested here and not by `scroll-behavior` in the stylesheet,
 * where it would also animate the row's initial scroll snapping and count as scrolling by the visitor.
 */
export function smoothScrollTo(row: HTMLElement, left: number): void {
  const isReduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
  row.scrollTo({ left, behavior: isReduced ? "instant" : "smooth" });
}
