/** What can be done with a product from its card, the same in every list of the shop. */
import { AddToCartButton } from "../../features/cart/add-to-cart-button.tsx";
import { HeartButton } from "../../features/wishlist/heart-button.tsx";
import type { CardProduct } from "../../lib/card-product.ts";

export function renderCardActions(product: CardProduct) {
  return (
    <>
      <AddToCartButton product={product} />
      <HeartButton product={product} />
    </>
  );
}
