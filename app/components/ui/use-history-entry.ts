/**
 * An entry of the browser's history for a sheet that is open, so that the back button closes it instead of leaving the
 * page. The entry is a copy of the page's own, and its events do not reach React Router, which would load the page again.
 */
import { useEffect, useRef } from "react";

export function useHistoryEntry(onBack: () => void) {
  /** Stops listening; null without an entry. */
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);

  /** Forgets the entry, which the next navigation must replace; whether there was one. */
  const release = (): boolean => {
    const hasEntry = stop.current !== null;
    stop.current?.();
    stop.current = null;
    return hasEntry;
  };

  return {
    push() {
      if (stop.current) return;
      const state: { idx?: number } | null = window.history.state;
      window.history.pushState({ ...state, idx: (state?.idx ?? 0) + 1 }, "");
      const onPopState = (event: Event) => {
        event.stopImmediatePropagation();
        release();
        onBack();
      };
      window.addEventListener("popstate", onPopState, { capture: true });
      stop.current = () => window.removeEventListener("popstate", onPopState, { capture: true });
    },
    /** For a sheet that was closed in another way. */
    remove() {
      if (stop.current) window.history.back();
    },
    release,
  };
}
