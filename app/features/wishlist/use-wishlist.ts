/**
 * Fills the hearts of a page whose visitor has a list: after a sign-in, after a sign-out, and from other tabs. A
 * customer's list is read when there are hearts to fill; what a visitor has wished for goes into it at the sign-in.
 */
import { useEffect } from "react";
import { isStored } from "../../lib/is-stored.ts";
import { hearts, WISHLIST_KEY, whenHeartsShow } from "./hearts.ts";
import { loadKeeper } from "./press-heart.ts";

/** For the frame of the shop; `userId` is undefined for a visitor, and until the session is known. */
export function useWishlist(userId: string | undefined): void {
  useEffect(() => {
    function onStorage({ key }: StorageEvent) {
      if (key === WISHLIST_KEY) refresh();
    }
    const isFilled = hearts.size > 0 || isStored(WISHLIST_KEY);
    if (isFilled) refresh();
    const waitNoMore = userId && !isFilled ? whenHeartsShow(refresh) : undefined;
    window.addEventListener("storage", onStorage);
    return () => {
      waitNoMore?.();
      window.removeEventListener("storage", onStorage);
    };
  }, [userId]);
}

/** A keeper that cannot be fetched is logged by the browser itself. */
function refresh(): void {
  loadKeeper().then(
    ({ refreshHearts }) => refreshHearts(),
    () => {},
  );
}
