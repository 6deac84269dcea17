/**
 * What a document change gives screen readers and keyboard users, for a navigation without one: the new
 * page's title is announced, and the focus is on its heading. The scroll position is left alone, since going
 * back restores it.
 */
import { type RefObject, useEffect, useRef, useState } from "react";
import type { Location } from "react-router";

interface NavigationAnnouncerProps {
  location: Location;
  main: RefObject<HTMLElement | null>;
}

export function NavigationAnnouncer({ location, main }: NavigationAnnouncerProps) {
  const { pathname, hash, key } = location;
  const [title, setTitle] = useState("");
  const previous = useRef({ pathname, key });
  const endKeeping = useRef(() => {});

  useEffect(() => {
    const { pathname: previousPathname, key: previousKey } = previous.current;
    previous.current = { pathname, key };
    if (key === previousKey) return;
    setTitle(document.title);
    // Within a page, such as for other filters, the focus stays where it is unless its element was removed.
    const isLost = !hash && document.activeElement === document.body;
    if (!main.current || (pathname === previousPathname && !isLost)) return;
    endKeeping.current();
    endKeeping.current = keepHeadingFocused(main.current);
  }, [pathname, hash, key, main]);

  useEffect(() => () => endKeeping.current(), []);

  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}

/**
 * Focuses the heading, and the one that takes its place while the page still loads: the focus would be nowhere. Ends
 * with the visitor's next key or press. Returns a function that ends it.
 */
function keepHeadingFocused(main: HTMLElement): () => void {
  focusHeading(main);
  const observer = new MutationObserver(() => {
    if (document.activeElement === document.body) focusHeading(main);
  });
  observer.observe(main, { childList: true, subtree: true });
  const ending = new AbortController();
  ending.signal.addEventListener("abort", () => observer.disconnect());
  const end = () => ending.abort();
  for (const type of ["keydown", "pointerdown"])
    window.addEventListener(type, end, { capture: true, signal: ending.signal });
  return end;
}

/** Focuses the page's heading; the whole content while a page that is still loading has none that is shown. */
function focusHeading(main: HTMLElement): void {
  const heading = main.querySelector("h1");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({ preventScroll: true });
  if (document.activeElement !== heading) main.focus({ preventScroll: true });
}
