/**
 * Keeps what floats over a page (the cart of a phone, toasts) from covering a control or a text: whenever the page is at
 * rest, each element is lifted to the lowest place without one. The stylesheet applies the lift (`--lift`), and hides the
 * cart where it would cover a control wherever it is (`data-covers`), as among the fields of a long form.
 */
import { type RefObject, useEffect, useLayoutEffect } from "react";
import { LATE_LAYOUT } from "#app/lib/bootstrap/from-top.ts";
import { type Extent, findFreeLift } from "./find-free-lift.ts";
import { listTextRects } from "./list-text-rects.ts";

/** A card that is a link may be covered in part; its text is not. */
const CONTROLS = "a:not(.card), button, input, select, textarea, summary";

const BARS = ".buy-bar, .admin-bulk-bar";

/**
 * What an element leaves visible, from the best case on: texts too, if there is such a place in the lower part of the
 * window; every control; at least the bars that are fixed.
 */
const LEFT_VISIBLE = [
  { selector: CONTROLS, texts: true, part: 0.75 },
  { selector: CONTROLS, texts: false, part: 1 },
  { selector: BARS, texts: false, part: 1 },
];

/** In a wide window a toast covers little, so it stays low: it may cover a link among texts, but no button and no field. */
const LEFT_VISIBLE_WIDE = [
  { selector: CONTROLS, texts: true, part: 0.5 },
  { selector: ".btn, button, input, select, textarea, summary", texts: false, part: 1 },
  { selector: BARS, texts: false, part: 1 },
];

/** Each with the part of the window, from below, in which it is placed. */
const floatingElements = new Map<HTMLElement, number>();

/**
 * @param element its parent is at the place from which it is lifted
 * @param change a new place is looked for when it changes, and after scrolling and resizing
 * @param reach the part of the window, from below, in which it is placed
 */
export function useFreePlace(element: RefObject<HTMLElement | null>, change: unknown, reach = 1): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs again for each change.
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    floatingElements.set(current, reach);
    placeAll();
    return () => {
      floatingElements.delete(current);
    };
  }, [change, element, reach]);

  useEffect(() => {
    const update = () => placeAll();
    const pageSize = new ResizeObserver(update);
    pageSize.observe(document.body);
    window.addEventListener("scrollend", update);
    window.visualViewport?.addEventListener("resize", update);
    return () => {
      pageSize.disconnect();
      window.removeEventListener("scrollend", update);
      window.visualViewport?.removeEventListener("resize", update);
    };
  }, []);
}

/** The browser would have to lay it out to measure it. */
function isOutOfSight(element: Element): boolean {
  const rect = element.closest(LATE_LAYOUT)?.getBoundingClientRect();
  return rect !== undefined && (rect.bottom < 0 || rect.top > window.innerHeight);
}

/** The largest is placed first, since it fits into the fewest places; the others avoid it. */
function placeAll(): void {
  const placed: HTMLElement[] = [];
  const elements = [...floatingElements.keys()].toSorted(
    (one, other) => other.offsetHeight - one.offsetHeight,
  );
  for (const element of elements) {
    if (element.offsetHeight > 0) place(element, placed);
    placed.push(element);
  }
}

function place(element: HTMLElement, placed: readonly HTMLElement[]): void {
  const bottom = element.parentElement?.getBoundingClientRect().bottom ?? 0;
  const box = { top: bottom - element.offsetHeight, bottom };
  const column = element.getBoundingClientRect();
  const isFloating = (other: Element) =>
    [...floatingElements.keys()].some((floating) => floating.contains(other));
  let lift: number | null = null;
  let covers = true;
  const isWide = window.matchMedia("(width >= 48rem)").matches;
  for (const { selector, texts, part } of isWide ? LEFT_VISIBLE_WIDE : LEFT_VISIBLE) {
    const limit = window.innerHeight * (1 - Math.min(part, floatingElements.get(element) ?? 1));
    const others = [...document.querySelectorAll(selector)].filter(
      (other) => !isFloating(other) && !isOutOfSight(other),
    );
    const rects = [
      ...[...others, ...placed].map((other) => other.getBoundingClientRect()),
      ...(texts
        ? listTextRects(
            document.body,
            { left: column.left, right: column.right, top: limit, bottom },
            isFloating,
          )
        : []),
    ];
    lift = findFreeLift(box, limit, [...getKeyboard(), ...listExtents(column, rects)]);
    if (lift === null) continue;
    covers = selector === BARS;
    break;
  }
  element.toggleAttribute("data-covers", covers);
  element.style.setProperty("--lift", `${lift ?? 0}px`);
}

/** The extents of what is visible above or below the element. */
function listExtents({ left, right }: DOMRect, rects: readonly DOMRect[]): Extent[] {
  // An element of one pixel is for screen readers.
  return rects.filter((rect) => rect.width > 1 && rect.height > 1 && rect.left < right && rect.right > left);
}

/** The part of the window under the on-screen keyboard. */
function getKeyboard(): Extent[] {
  const { offsetTop = 0, height = window.innerHeight } = window.visualViewport ?? {};
  const keyboard = { top: offsetTop + height, bottom: window.innerHeight };
  return keyboard.top < keyboard.bottom ? [keyboard] : [];
}
