/** The wishlist button in the corner of a product's image: a heart that adds the product or removes it. */
import { useSyncExternalStore } from "react";
import { subscribeToWishlist, type WishlistProduct, wishlistedIds } from "./wishlist-store.ts";
import { changeWishlist } from "./wishlist-sync.ts";

export function WishlistButton({ product: { id, name } }: { product: WishlistProduct }) {
  const isWishlisted = useSyncExternalStore(
    subscribeToWishlist,
    () => wishlistedIds.has(id),
    () => false,
  );
  return (
    <button
      type="button"
      className="wishlist-button"
      aria-pressed={isWishlisted}
      aria-label={
        isWishlisted ? `Retirer ${name} de ma liste de souhaits` : `Ajouter ${name} à ma liste de souhaits`
      }
      onClick={() => changeWishlist({ id, name }, !isWishlisted)}
    />
  );
}
