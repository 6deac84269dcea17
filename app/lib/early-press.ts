/** The press on a button that the early script kept while the application was on its way (early-script.ts). */

/** Where it stands on `window`. */
export const KEPT_PRESS = "earlyPress";

interface KeptPress {
  (event: Event): void;
  button?: HTMLButtonElement;
}

declare global {
  interface Window {
    [KEPT_PRESS]?: KeptPress;
  }
}

/** To be called once the application answers by itself: stops keeping, and does the press that was kept. */
export function replayEarlyPress(): void {
  const kept = window[KEPT_PRESS];
  if (!kept) return;
  delete window[KEPT_PRESS];
  removeEventListener("click", kept, true);
  removeEventListener("submit", kept, true);
  kept.button?.removeAttribute("aria-busy");
  kept.button?.click();
}
