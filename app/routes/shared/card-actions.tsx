/** The actions of a product card, the same in every list of the shop. */
import { CartProvider } from "#app/features/cart/cart-provider.tsx";
import { CompareButton } from "#app/features/catalog/compare/compare-button.tsx";
import { WishlistButton } from "#app/features/wishlist/wishlist-button.tsx";
import type { CardProduct } from "#app/lib/models/card-product.ts";
import { renderBuyAction } from "./buy-action.tsx";

export function renderCardActions(product: CardProduct) {
  const actions = (
    <>
      {renderBuyAction(product)}
      <WishlistButton product={product} />
      <CompareButton product={product} className="w-full max-md:hidden" />
    </>
  );
  // The server renders cards apart from their page (product-item.tsx).
  return import.meta.env.SSR ? <CartProvider>{actions}</CartProvider> : actions;
}
