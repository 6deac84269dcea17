/**
 * Changing and refreshing the wishlist from public pages. The code of the list (wishlist-actions.ts) is
 * loaded when it is first needed.
 */
import { useEffect } from "react";
import { toastError } from "#app/components/ui/toast/toast.ts";
import { isStored } from "#app/lib/storage/is-stored.ts";
import {
  onFirstSubscriber,
  setWishlisted,
  WISHLIST_KEY,
  type WishlistProduct,
  wishlistedIds,
} from "./wishlist-store.ts";

const loadWishlistActions = () => import("./wishlist-actions.ts");

/**
 * Adds the product to the wishlist or removes it. An optimistic update: the button changes at once and is
 * reverted, with a toast, when the change cannot be saved.
 */
export async function changeWishlist(product: WishlistProduct, isWishlisted: boolean): Promise<void> {
  setWishlisted(product.id, isWishlisted);
  try {
    const { saveWishlistChange } = await loadWishlistActions();
    await saveWishlistChange(product, isWishlisted, () => changeWishlist(product, !isWishlisted));
  } catch {
    setWishlisted(product.id, !isWishlisted);
    toastError("Impossible de modifier votre liste de souhaits");
  }
}

/**
 * Loads the wishlist into the store: on page load, after a sign-in or sign-out, and after changes of other
 * tabs. A customer's list is loaded when the page has wishlist buttons; at the sign-in the visitor's list is
 * merged into it. For the shop's layout; `userId` is undefined for a visitor, and until the session is known.
 */
export function useWishlistSync(userId: string | undefined): void {
  useEffect(() => {
    function onStorage({ key }: StorageEvent) {
      if (key === WISHLIST_KEY || key === null) refresh();
    }
    const hasItems = wishlistedIds.size > 0 || isStored(WISHLIST_KEY);
    if (hasItems) refresh();
    const unsubscribe = userId && !hasItems ? onFirstSubscriber(refresh) : undefined;
    window.addEventListener("storage", onStorage);
    return () => {
      unsubscribe?.();
      window.removeEventListener("storage", onStorage);
    };
  }, [userId]);
}

/** A failed import is logged by the browser itself. */
function refresh(): void {
  loadWishlistActions().then(
    ({ refreshWishlist }) => refreshWishlist(),
    () => {},
  );
}
