/**
 * Keeps the keyboard focus in a table or list whose rows change: when the focused button disappears, or is disabled,
 * the same button of the row that takes its place gets the focus. This allows publishing one review after the
 * other.
 */
import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from "react";

const TABLE_ROWS = "tbody > tr:not(.admin-details-row)";
const CONTROLS = ":is(button, a[href], input, select):not(:disabled)";

interface RowFocus<List extends HTMLElement> {
  /** The ref of the table or list. */
  list: RefObject<List | null>;
  onFocus(event: FocusEvent): void;
}

interface FocusedControl {
  element: Element;
  row: number;
  /** The index among the controls of the row; -1 in the details below it. */
  control: number;
}

/** @param rows the selector of the rows, by default those of a table */
export function useRowFocus<List extends HTMLElement>(rows = TABLE_ROWS): RowFocus<List> {
  const list = useRef<List>(null);
  const focused = useRef<FocusedControl | null>(null);

  // Before use-retained-focus.ts, which takes what is nearest, looks where the focus is.
  useLayoutEffect(() => {
    if (!focused.current || !isFocusLost()) return;
    const { element, row, control } = focused.current;
    if (element.isConnected && !element.matches(":disabled")) return;
    focused.current = null;
    const left = getRows(list.current, rows);
    const controls = getControls(left[Math.min(row, left.length - 1)]);
    (controls[control] ?? controls.at(-1) ?? getContent())?.focus({ preventScroll: true });
  });
  // The last row may remove the whole list with it.
  useFocusContentOnUnmount();

  return {
    list,
    onFocus({ target }) {
      const row = target.closest(rows) ?? target.closest("tr")?.previousElementSibling;
      const controls: Element[] = getControls(row);
      focused.current = row
        ? {
            element: target,
            row: getRows(list.current, rows).indexOf(row),
            control: controls.indexOf(target),
          }
        : null;
    },
  };
}

/**
 * For a part of the screen that can unmount while it has the focus: the content of the screen gets it then.
 */
export function useFocusContentOnUnmount(): void {
  useLayoutEffect(
    () => () => {
      // The elements are removed after this.
      queueMicrotask(() => {
        if (isFocusLost()) getContent()?.focus({ preventScroll: true });
      });
    },
    [],
  );
}

/** A disabled button that had the focus stays the active element in some browsers, without any use. */
function isFocusLost(): boolean {
  const { activeElement } = document;
  return !activeElement || activeElement === document.body || activeElement.matches(":disabled");
}

function getRows(list: HTMLElement | null, rows: string): Element[] {
  return [...(list?.querySelectorAll(rows) ?? [])];
}

function getControls(row: Element | null | undefined): HTMLElement[] {
  return [...(row?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])];
}

function getContent(): HTMLElement | null {
  return document.getElementById("content");
}
