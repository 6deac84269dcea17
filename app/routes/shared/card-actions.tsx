/** The actions of a product card, the same in every list of the shop. */
import { AddToCartButton } from "#app/features/cart/add-to-cart-button.tsx";
import { WishlistButton } from "#app/features/wishlist/wishlist-button.tsx";
import type { CardProduct } from "#app/lib/models/card-product.ts";

export function renderCardActions(product: CardProduct) {
  return (
    <>
      <AddToCartButton product={product} />
      <WishlistButton product={product} />
    </>
  );
}
