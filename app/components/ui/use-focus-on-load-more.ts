/** Moves the focus after «Voir plus», which may disappear: to the first of the newly loaded cards. */
import { useEffect, useRef } from "react";

/** `onLoadMore` is called when more cards are requested; `list` is the ref of their container. */
export function useFocusOnLoadMore<List extends HTMLElement>(count: number) {
  const list = useRef<List>(null);
  const previousCount = useRef<number | null>(null);
  useEffect(() => {
    if (previousCount.current === null || count <= previousCount.current) return;
    list.current?.querySelectorAll("article")[previousCount.current]?.querySelector("a")?.focus();
    previousCount.current = null;
  }, [count]);
  return {
    list,
    onLoadMore: () => {
      previousCount.current = count;
    },
  };
}
