/** Reads what note-seen.ts wrote. The text may have been cut off or changed by hand: only whole ids count. */
import { SEEN_KEY } from "./note-seen.ts";

/** The ids in such a text, each once. */
export function readSeen(text: string): string[] {
  return [...new Set(text.match(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g))];
}

export function forgetSeen(): void {
  window.localStorage.removeItem(SEEN_KEY);
}
