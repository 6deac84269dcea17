import { expect, it, vi } from "vitest";
import { onFirstSubscriber, subscribeToWishlist } from "./wishlist-store.ts";

it("calls back once with the first subscriber, at once when there is one, and never after unsubscribing", () => {
  const [early, removed, late] = [vi.fn(), vi.fn(), vi.fn()];
  onFirstSubscriber(early);
  onFirstSubscriber(removed)();
  expect(early).not.toHaveBeenCalled();
  const unsubscribes = [subscribeToWishlist(() => {}), subscribeToWishlist(() => {})];
  onFirstSubscriber(late);
  for (const mock of [early, late]) expect(mock).toHaveBeenCalledTimes(1);
  expect(removed).not.toHaveBeenCalled();
  for (const unsubscribe of unsubscribes) unsubscribe();
});
