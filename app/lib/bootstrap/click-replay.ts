/**
 * Replays the click that the bootstrap script captured before the application was loaded (bootstrap.ts).
 */

/** The capturing listener, with the button that was clicked last. */
export interface CapturedClick {
  (event: Event): void;
  button?: HTMLElement;
}

declare global {
  interface Window {
    /** Set by the bootstrap script, until the application is hydrated. */
    capturedClick?: CapturedClick;
  }
}

/** To be called after hydration: stops capturing and replays the captured click. */
export function replayClick(): void {
  const captured = window.capturedClick;
  if (!captured) return;
  delete window.capturedClick;
  removeEventListener("click", captured, true);
  removeEventListener("submit", captured, true);
  captured.button?.removeAttribute("aria-busy");
  captured.button?.click();
}
