/**
 * Replays the click that the bootstrap script captured before the application was loaded (bootstrap.ts).
 */
import { forgetReloads } from "./reload-lost.ts";

/** The capturing listener, which has the button that was clicked last. */
export interface ClickCapture {
  (event: Event): void;
  button?: HTMLElement;
}

declare global {
  interface Window {
    /** Set by the bootstrap script, until the application is hydrated. */
    capturedClick?: ClickCapture;
  }
}

/** To be called after hydration: stops capturing and replays the captured click. */
export function replayClick(): void {
  const capture = window.capturedClick;
  if (!capture) return;
  forgetReloads();
  delete window.capturedClick;
  removeEventListener("click", capture, true);
  removeEventListener("submit", capture, true);
  capture.button?.removeAttribute("aria-busy");
  capture.button?.click();
}
