/** Moves the focus after «Voir plus», which may disappear: to the first of the newly loaded items. */
import { useEffect, useRef } from "react";

/**
 * `onLoadMore` is called when more items are requested; `list` is the ref of their container, and
 * `itemSelector` finds them in it.
 */
export function useFocusOnLoadMore<List extends HTMLElement>(count: number, itemSelector = "article") {
  const list = useRef<List>(null);
  const previousCount = useRef<number | null>(null);
  useEffect(() => {
    if (previousCount.current === null || count <= previousCount.current) return;
    list.current?.querySelectorAll(itemSelector)[previousCount.current]?.querySelector("a")?.focus();
    previousCount.current = null;
  }, [count, itemSelector]);
  return {
    list,
    onLoadMore: () => {
      previousCount.current = count;
    },
  };
}
