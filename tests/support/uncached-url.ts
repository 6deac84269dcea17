/** URLs that no cache has stored. */
import { randomUUID } from "node:crypto";

/** The URL with a unique parameter: its page is rendered again. */
export function toUncachedUrl(path: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}test=${randomUUID()}`;
}
