/** Addresses that no cache has stored. */
import { randomUUID } from "node:crypto";

/** The address with a parameter that nobody used before: its page is made anew. */
export function fresh(path: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}test=${randomUUID()}`;
}
