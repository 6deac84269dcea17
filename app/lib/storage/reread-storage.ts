/**
 * For a page that the browser's back/forward cache shows again as it was left. Pages in between may have stored another
 * cart, wishlist, comparison or session, and a frozen page gets no storage event: this one, without a key as after
 * `clear`, makes everything be read again.
 */
export function rereadStorage({ persisted }: Pick<PageTransitionEvent, "persisted">): void {
  if (persisted) dispatchEvent(new StorageEvent("storage"));
}
