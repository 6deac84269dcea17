/**
 * Moves a strip sideways. The movement is asked for here and not by `scroll-behavior` in the stylesheet, where it
 * would also animate the strip's first snapping and count as scrolling by the visitor.
 */
export function slide(strip: HTMLElement, left: number): void {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  strip.scrollTo({ left, behavior: still ? "instant" : "smooth" });
}
