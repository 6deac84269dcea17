/** Where the keyboard goes on after «Voir plus», which moves away or goes: to the first card that was not there before. */
import { useEffect, useRef } from "react";

/** `ask` is called when more cards are asked for; `list` is put around them. */
export function useFocusOnMore<List extends HTMLElement>(count: number) {
  const list = useRef<List>(null);
  const asked = useRef<number | null>(null);
  useEffect(() => {
    if (asked.current === null || count <= asked.current) return;
    list.current?.querySelectorAll("article")[asked.current]?.querySelector("a")?.focus();
    asked.current = null;
  }, [count]);
  return {
    list,
    ask: () => {
      asked.current = count;
    },
  };
}
