/**
 * Replays the click that the bootstrap script captured before the application was loaded
 * (bootstrap-script.ts).
 */

/** The property of `window` that holds the capturing listener. */
export const CAPTURED_CLICK = "capturedClick";

interface CapturedClick {
  (event: Event): void;
  button?: HTMLButtonElement;
}

declare global {
  interface Window {
    [CAPTURED_CLICK]?: CapturedClick;
  }
}

/** To be called after hydration: stops capturing and replays the captured click. */
export function replayClick(): void {
  const captured = window[CAPTURED_CLICK];
  if (!captured) return;
  delete window[CAPTURED_CLICK];
  removeEventListener("click", captured, true);
  removeEventListener("submit", captured, true);
  captured.button?.removeAttribute("aria-busy");
  captured.button?.click();
}
