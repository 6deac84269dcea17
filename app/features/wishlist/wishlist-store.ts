/**
 * The wishlist store: the ids of the wishlisted products, which is all that a public page holds of the
 * wishlist. The list itself (the visitor's in local storage, the customer's in the database) is behind the
 * wishlist actions, which are loaded with the first press or when there are items to show (wishlist-sync.ts).
 */

/** The storage key of a visitor's list (visitor-wishlist.ts). */
export const WISHLIST_KEY = "wishlist";

/** Products per page of the list. */
export const PAGE_SIZE = 24;

export interface WishlistProduct {
  id: string;
  name: string;
}

/** The ids of the wishlisted products. Call `notifySubscribers` after a change. */
export const wishlistedIds = new Set<string>();

const listeners = new Set<() => void>();

/** Called when the first wishlist button of a page subscribes. */
const firstSubscriberCallbacks = new Set<() => void>();

export function subscribeToWishlist(listener: () => void): () => void {
  listeners.add(listener);
  for (const callback of firstSubscriberCallbacks) callback();
  firstSubscriberCallbacks.clear();
  return () => listeners.delete(listener);
}

/**
 * Calls back as soon as a page has a subscriber, at once when there is one; returns the function to cancel
 * it.
 */
export function onFirstSubscriber(callback: () => void): () => void {
  if (listeners.size > 0) callback();
  else firstSubscriberCallbacks.add(callback);
  return () => firstSubscriberCallbacks.delete(callback);
}

export function notifySubscribers(): void {
  for (const listener of listeners) listener();
}

export function setWishlisted(id: string, isWishlisted: boolean): void {
  wishlistedIds[isWishlisted ? "add" : "delete"](id);
  notifySubscribers();
}
