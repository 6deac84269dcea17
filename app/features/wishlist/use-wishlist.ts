/** Fills the hearts of a page whose visitor has a list: after a sign-in, after a sign-out, and from other tabs. */
import { useEffect } from "react";
import { isStored } from "../../lib/is-stored.ts";
import { hearts, WISHLIST_KEY } from "./hearts.ts";
import { loadKeeper } from "./press-heart.ts";

/** For the frame of the shop; `userId` is undefined for a visitor, and until the session is known. */
export function useWishlist(userId: string | undefined): void {
  useEffect(() => {
    function onStorage({ key }: StorageEvent) {
      if (key === WISHLIST_KEY) refresh();
    }
    if (userId || hearts.size > 0 || isStored(WISHLIST_KEY)) refresh();
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  }, [userId]);
}

/** A keeper that cannot be fetched is logged by the browser itself. */
function refresh(): void {
  loadKeeper().then(
    ({ refreshHearts }) => refreshHearts(),
    () => {},
  );
}
