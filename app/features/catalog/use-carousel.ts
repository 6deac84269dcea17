/** Moves a scroll strip by one item at a time, by hand or by the clock; both ends lead on to each other. */
import { type FocusEvent, type RefObject, useEffect, useRef, useState } from "react";
import { slide } from "../../components/ui/slide.ts";

const ADVANCE_MS = 4000;

export interface Carousel {
  strip: RefObject<HTMLUListElement | null>;
  move(step: 1 | -1): void;
  /** For the element around the strip and its buttons: while it is pointed at or has the focus, time stands still. */
  rest: {
    onPointerEnter(): void;
    onPointerLeave(): void;
    onFocus(event: FocusEvent): void;
    onBlur(): void;
  };
}

export function useCarousel(stopped: boolean): Carousel {
  const strip = useRef<HTMLUListElement>(null);
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const visible = useVisible(strip);
  const running = visible && !stopped && !pointed && !focused;

  useEffect(() => {
    if (!running || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const timer = setInterval(() => scrollBy(strip.current, 1), ADVANCE_MS);
    return () => clearInterval(timer);
  }, [running]);

  return {
    strip,
    move: (step) => scrollBy(strip.current, step),
    rest: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      // A pressed button keeps the focus, and «Relancer» would otherwise hold back what it starts.
      onFocus: ({ target }) => setFocused(target.matches(":focus-visible")),
      onBlur: () => setFocused(false),
    },
  };
}

/** A strip nobody sees stays where it is. */
function useVisible(element: RefObject<HTMLElement | null>): boolean {
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(([entry]) => setVisible(entry?.isIntersecting ?? false));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return visible;
}

function scrollBy(strip: HTMLElement | null, step: 1 | -1): void {
  const [first, second] = strip?.children ?? [];
  if (!strip || !(first instanceof HTMLElement) || !(second instanceof HTMLElement)) return;
  const item = second.offsetLeft - first.offsetLeft;
  const end = strip.scrollWidth - strip.clientWidth;
  const target = Math.round(strip.scrollLeft / item + step) * item;
  const wrapped = target < 0 ? end : strip.scrollLeft >= end - 1 && step === 1 ? 0 : Math.min(target, end);
  slide(strip, wrapped);
}
