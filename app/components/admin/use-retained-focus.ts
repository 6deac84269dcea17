/**
 * Keeps the keyboard focus near where it was when the element that has it is removed: a line of a form, a control
 * that another one takes the place of. The browser would begin again at the top of the page. Whoever moves the focus on
 * purpose, such as a dialog that closes, comes first.
 */
import { useEffect } from "react";

const CONTROLS = ":is(button, a[href], input:not([type=hidden]), select, textarea):not(:disabled)";

export function useRetainedFocus(): void {
  useEffect(() => {
    let focused: Element | null = null;
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    document.addEventListener(
      "focusin",
      ({ target }) => {
        focused = target instanceof Element ? target : null;
      },
      options,
    );
    // A press beside the focused element is the end of the focus there.
    document.addEventListener(
      "pointerdown",
      ({ target }) => {
        if (!(target instanceof Node && focused?.contains(target))) focused = null;
      },
      options,
    );
    const observer = new MutationObserver((records) => {
      const lost = focused;
      if (!lost || lost.isConnected) return;
      focused = null;
      const contains = (node: Node) => node.contains(lost);
      const removal = records.find(
        ({ target, removedNodes }) => target.isConnected && [...removedNodes].some(contains),
      );
      const removed = [...(removal?.removedNodes ?? [])].find(contains);
      if (!(removal?.target instanceof Element) || !(removed instanceof Element)) return;
      const { target, nextSibling } = removal;
      setTimeout(() => {
        if (document.activeElement === document.body)
          findNearest(target, removed, nextSibling, lost)?.focus();
      });
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      listening.abort();
    };
  }, []);
}

/** The same control of the row that took the place, of the one before, or else the nearest control. */
function findNearest(
  parent: Element,
  removed: Element,
  nextSibling: Node | null,
  lost: Element,
): HTMLElement | undefined {
  const controls: readonly Element[] = listControls(removed);
  const index = controls.indexOf(lost);
  const siblings = [...parent.children];
  const nodes: readonly (Node | null)[] = siblings;
  const place = nodes.indexOf(nextSibling);
  const after = place < 0 ? [] : siblings.slice(place);
  const before = (place < 0 ? siblings : siblings.slice(0, place)).toReversed();
  for (const row of [...after.slice(0, 1), ...before.slice(0, 1)]) {
    const same = row.tagName === removed.tagName ? listControls(row) : [];
    if (same.length > 0) return same[index] ?? same.at(-1);
  }
  return findAround(parent, before, after);
}

/** The last control before, or the first one after, in the smallest part of the screen that has one. */
function findAround(parent: Element, before: Element[], after: Element[]): HTMLElement | undefined {
  const found =
    before.map((each) => listControls(each).at(-1)).find(Boolean) ??
    after.map((each) => listControls(each)[0]).find(Boolean);
  // Where the content itself was exchanged, the navigation decides.
  if (found || parent.id === "content" || parent.matches("dialog, body") || !parent.parentElement)
    return found;
  const siblings = [...parent.parentElement.children];
  const place = siblings.indexOf(parent);
  return findAround(parent.parentElement, siblings.slice(0, place).toReversed(), siblings.slice(place + 1));
}

/** Of an element, itself included. */
function listControls(element: Element): HTMLElement[] {
  const controls = [...element.querySelectorAll<HTMLElement>(CONTROLS)];
  return element instanceof HTMLElement && element.matches(CONTROLS) ? [element, ...controls] : controls;
}
