/**
 * The carousel behaviour: scrolls a row by one item, by its buttons or by a timer, and wraps at both ends.
 */
import { type FocusEvent, type RefObject, useEffect, useRef, useState } from "react";
import { smoothScrollTo } from "#app/components/ui/smooth-scroll-to.ts";

const ADVANCE_MS = 4000;

export interface Carousel {
  listRef: RefObject<HTMLUListElement | null>;
  scrollByItem(step: 1 | -1): void;
  /** For the element around the row and its buttons: hover and focus pause the timer. */
  pauseHandlers: {
    onPointerEnter(): void;
    onPointerLeave(): void;
    onFocus(event: FocusEvent): void;
    onBlur(): void;
  };
}

export function useCarousel(stopped: boolean): Carousel {
  const listRef = useRef<HTMLUListElement>(null);
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const visible = useIsVisible(listRef);
  const running = visible && !stopped && !pointed && !focused;

  useEffect(() => {
    if (!running || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const timer = setInterval(() => scrollListByItem(listRef.current, 1), ADVANCE_MS);
    return () => clearInterval(timer);
  }, [running]);

  return {
    listRef,
    scrollByItem: (step) => scrollListByItem(listRef.current, step),
    pauseHandlers: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      // Only keyboard focus pauses: a pressed button keeps the focus, and «Relancer» would otherwise pause at
      // once.
      onFocus: ({ target }) => setFocused(target.matches(":focus-visible")),
      onBlur: () => setFocused(false),
    },
  };
}

/** Whether the element is in the viewport; the carousel pauses outside it. */
function useIsVisible(element: RefObject<HTMLElement | null>): boolean {
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    // A busy browser reports several changes at once: the last one holds.
    const observer = new IntersectionObserver((changes) =>
      setVisible(changes.at(-1)?.isIntersecting ?? false),
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return visible;
}

function scrollListByItem(list: HTMLElement | null, step: 1 | -1): void {
  const [first, second] = list?.children ?? [];
  if (!list || !(first instanceof HTMLElement) || !(second instanceof HTMLElement)) return;
  const item = second.offsetLeft - first.offsetLeft;
  const end = list.scrollWidth - list.clientWidth;
  const target = Math.round(list.scrollLeft / item + step) * item;
  const wrapped = target < 0 ? end : list.scrollLeft >= end - 1 && step === 1 ? 0 : Math.min(target, end);
  smoothScrollTo(list, wrapped);
}
