/**
 * Hides a bar at the top of the window while the page is scrolled down, and shows it again on scrolling up.
 * The stylesheet moves the bar (`data-hidden`, overlays.css): React does not render for it. Reading the
 * scroll position costs no layout, since scroll events come before the page changes in a frame.
 */
import { type RefObject, useEffect } from "react";

/** The bar stays over the first of the page, in pixels: hiding it there would leave its place empty. */
const TOP_OF_PAGE = 200;
/** A finger at rest moves the page by some pixels. */
const MIN_DISTANCE = 8;

export function useHideOnScrollDown(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last = window.scrollY;
    function onScroll() {
      const { scrollY } = window;
      if (Math.abs(scrollY - last) < MIN_DISTANCE) return;
      bar.current?.toggleAttribute("data-hidden", scrollY > last && scrollY > TOP_OF_PAGE);
      last = scrollY;
    }
    window.addEventListener("scroll", onScroll, { passive: true });
    return () => window.removeEventListener("scroll", onScroll);
  }, [bar]);
}
