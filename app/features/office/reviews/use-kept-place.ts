/**
 * Whoever publishes one review after the other by keyboard goes on with the one that took its place: a row that leaves
 * the list takes the focus with it.
 */
import { useEffect, useRef } from "react";

interface KeptPlace<List extends HTMLElement> {
  /** Put around the table. */
  list: React.RefObject<List | null>;
  /** The row that may leave. */
  leave(id: string): void;
}

export function useKeptPlace<List extends HTMLElement>(rows: readonly { id: string }[]): KeptPlace<List> {
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
  // The last one takes the table with it.
  useFocusOnLeaving();

  return {
    list,
    leave(id) {
      leaving.current = { id, index: rows.findIndex((row) => row.id === id) };
    },
  };
}

/** For a part of the screen that can go while the focus is in it: the content of the screen has it then. */
export function useFocusOnLeaving(): void {
  useEffect(
    () => () => {
      if (document.activeElement === document.body) {
        document.getElementById("content")?.focus({ preventScroll: true });
      }
    },
    [],
  );
}
