/**
 * Keeps the keyboard focus in a list: when the focused row leaves it, the row that takes its place gets the
 * focus. This allows publishing one review after the other.
 */
import { useEffect, useRef } from "react";

interface RowFocus<List extends HTMLElement> {
  /** The ref of the element around the table. */
  list: React.RefObject<List | null>;
  /** Marks the row that may leave. */
  markLeaving(id: string): void;
}

export function useRowFocus<List extends HTMLElement>(rows: readonly { id: string }[]): RowFocus<List> {
  const list = useRef<List>(null);
  const leaving = useRef<{ id: string; index: number } | null>(null);

  useEffect(() => {
    if (!leaving.current || rows.some(({ id }) => id === leaving.current?.id)) return;
    const index = Math.min(leaving.current.index, rows.length - 1);
    leaving.current = null;
    if (document.activeElement !== document.body) return;
    list.current
      ?.querySelectorAll("tbody tr")
      [index]?.querySelector<HTMLElement>("td:last-child button")
      ?.focus();
  }, [rows]);
  // The last row removes the table with it.
  useFocusContentOnUnmount();

  return {
    list,
    markLeaving(id) {
      leaving.current = { id, index: rows.findIndex((row) => row.id === id) };
    },
  };
}

/**
 * For a part of the screen that can unmount while it has the focus: the content of the screen gets it then.
 */
export function useFocusContentOnUnmount(): void {
  useEffect(
    () => () => {
      if (document.activeElement === document.body) {
        document.getElementById("content")?.focus({ preventScroll: true });
      }
    },
    [],
  );
}
