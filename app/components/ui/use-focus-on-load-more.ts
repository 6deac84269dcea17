/** Moves the focus after «Voir plus», which may disappear: to the first of the newly loaded items. */
import { useEffect, useRef } from "react";

/**
 * @param count the number of items that the list shows now
 * @param itemSelector finds the items in their container
 * @returns `list`, the ref for the container, and `onLoadMore`, to be called when more items are requested
 */
export function useFocusOnLoadMore<List extends HTMLElement>(count: number, itemSelector = "article") {
  const list = useRef<List>(null);
  const previousCount = useRef<number | null>(null);
  useEffect(() => {
    if (previousCount.current === null || count <= previousCount.current) return;
    const firstNew = list.current?.querySelectorAll(itemSelector)[previousCount.current];
    firstNew?.querySelector<HTMLElement>("a,button")?.focus();
    previousCount.current = null;
  }, [count, itemSelector]);
  return {
    list,
    onLoadMore: () => {
      previousCount.current = count;
    },
  };
}
