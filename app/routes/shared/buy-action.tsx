/** The button of a product in a list: into the cart, or to the choice among its variants. */
import { buttonClass } from "#app/components/ui/button.tsx";
import { PageLink } from "#app/components/ui/page-link.tsx";
import { AddToCartButton } from "#app/features/cart/add-to-cart-button.tsx";
import type { CardProduct } from "#app/lib/models/card-product.ts";

export function renderBuyAction(product: CardProduct) {
  const { has_variants, slug, name } = product;
  if (!has_variants) return <AddToCartButton product={product} />;
  return (
    <PageLink
      to={`/product/${slug}`}
      aria-label={`Choisir : ${name}`}
      className={buttonClass("outline", "relative min-h-11.5 w-full")}
    >
      Choisir
    </PageLink>
  );
}
