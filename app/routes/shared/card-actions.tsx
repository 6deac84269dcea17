/** The actions of a product card, the same in every list of the shop. */
import { Link } from "react-router";
import { buttonClass } from "#app/components/ui/button.tsx";
import { AddToCartButton } from "#app/features/cart/add-to-cart-button.tsx";
import { CompareButton } from "#app/features/catalog/compare/compare-button.tsx";
import { WishlistButton } from "#app/features/wishlist/wishlist-button.tsx";
import type { CardProduct } from "#app/lib/models/card-product.ts";

/** Adds the product to the cart, or leads to the choice among its variants. */
export function renderBuyAction(product: CardProduct) {
  const { has_variants, slug, name } = product;
  if (!has_variants) return <AddToCartButton product={product} />;
  return (
    <Link
      to={`/product/${slug}`}
      aria-label={`Choisir : ${name}`}
      className={buttonClass("outline", "relative min-h-11.5 w-full")}
    >
      Choisir
    </Link>
  );
}

export function renderCardActions(product: CardProduct) {
  return (
    <>
      {renderBuyAction(product)}
      <WishlistButton product={product} />
      <CompareButton product={product} className="w-full max-md:hidden" />
    </>
  );
}
