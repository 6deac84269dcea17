/** A product's card as an item of a list. Each list has the same ones again, so the server caches their markup. */
import type { ReactNode } from "react";
import type { CardProduct } from "#app/lib/models/card-product.ts";
import { CachedMarkup } from "#app/lib/pages/cached-markup.tsx";
import { ProductCard, type ProductCardProps } from "./product-card.tsx";

interface ProductItemProps extends Omit<ProductCardProps, "action"> {
  className?: string;
  renderAction: (product: CardProduct) => ReactNode;
}

export function ProductItem({ className, renderAction, ...card }: ProductItemProps) {
  return (
    <CachedMarkup as="li" className={className} input={[renderAction, card.formatPrice, card]}>
      {() => <ProductCard {...card} action={renderAction(card.product)} />}
    </CachedMarkup>
  );
}
