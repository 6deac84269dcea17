/**
 * Which products carry a full heart: all that a public page knows of the wishlist. The list itself, the visitor's in
 * local storage or the customer's in the database, is behind the keeper, which is fetched with the first press or
 * when there is something to show (use-wishlist.ts).
 */

/** Where a visitor's list is kept (visitor-wishlist.ts). */
export const WISHLIST_KEY = "wishlist";

export interface HeartedProduct {
  id: string;
  name: string;
}

/** Ids of products. Whoever changes it calls `announceHearts`. */
export const hearts = new Set<string>();

const listeners = new Set<() => void>();

/** What waits for the first heart on a page. */
const awaiting = new Set<() => void>();

export function subscribeToHearts(listener: () => void): () => void {
  listeners.add(listener);
  for (const call of awaiting) call();
  awaiting.clear();
  return () => listeners.delete(listener);
}

/** Calls as soon as a page shows hearts, be it at once; gives what takes that back. */
export function whenHeartsShow(call: () => void): () => void {
  if (listeners.size > 0) call();
  else awaiting.add(call);
  return () => awaiting.delete(call);
}

export function announceHearts(): void {
  for (const listener of listeners) listener();
}

export function showHeart(id: string, full: boolean): void {
  hearts[full ? "add" : "delete"](id);
  announceHearts();
}
