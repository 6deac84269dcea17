/**
 * A product card in a list. The whole card is clickable through one link on the product's name; other
 * controls (add to cart, wishlist button) are passed in by the page and lie above that link. The brand is a
 * line of its own above the name: most names then fit into three lines, and none is cut before its size. The cards of
 * a row have the same height, and their actions are aligned; a product without reviews has no empty line for them.
 */
import type { ReactNode } from "react";
import { Image } from "#app/components/ui/image.tsx";
import { PageLink } from "#app/components/ui/page-link.tsx";
import { RatingStars } from "#app/components/ui/rating-stars.tsx";
import { UnbrokenNumbers } from "#app/components/ui/unbroken-numbers.tsx";
import { formatXof } from "#app/lib/format/money.ts";
import { formatPerUnit } from "#app/lib/format/units.ts";
import type { CardProduct } from "#app/lib/models/card-product.ts";
import { getReduction } from "#app/lib/models/reduction.ts";
import { DiscountBadge } from "./discount-badge.tsx";
import { CARD_IMAGE_SIZES, setPressedCard } from "./pressed-card.ts";
import { splitBrand } from "./split-brand.ts";

/** The size of a price in its column: seven digits are too wide for a phone's, eight and nine for every one. */
function getPriceSize(price: number): string {
  if (price >= 10_000_000) return "text-sm tracking-tight";
  if (price >= 1_000_000) return "text-lg max-md:text-base max-md:tracking-tight";
  return "text-lg";
}

export interface ProductCardProps {
  product: CardProduct;
  /** Below this stock the card shows «Stock limité». */
  lowStockThreshold: number;
  action?: ReactNode;
  /** Whether the card is above the fold. */
  isAboveFold?: boolean;
  formatPrice?: (amount: number) => string;
}

export function ProductCard({
  product,
  lowStockThreshold,
  action,
  isAboveFold = false,
  formatPrice = formatXof,
}: ProductCardProps) {
  const soldOut = !product.in_stock;
  const unit = formatPerUnit(product);
  const reduction = getReduction(product);
  const nameParts = splitBrand(product.name, product.brand);
  return (
    <article className="card relative flex h-full flex-col overflow-hidden lift">
      <Image
        url={product.image}
        alt=""
        sizes={CARD_IMAGE_SIZES}
        priority={isAboveFold ? "high" : "lazy"}
        className={soldOut ? "opacity-60 grayscale" : ""}
      />
      <p className="absolute top-2 left-2 flex flex-col items-start gap-1">
        {product.is_new && <span className="badge bg-accent text-foreground">Nouveau</span>}
        <DiscountBadge discount={reduction.discount} />
      </p>
      <div className="flex grow flex-col p-2.5 md:p-3">
        {product.brand && (
          <p aria-hidden={nameParts !== null} className="truncate text-xs text-muted">
            {product.brand}
          </p>
        )}
        <h3 className="line-clamp-5 font-sans text-card font-semibold tracking-normal md:text-sm">
          <PageLink
            to={`/product/${product.slug}`}
            onClick={() => setPressedCard(product)}
            className="after:absolute after:inset-0"
          >
            {nameParts ? (
              <>
                <UnbrokenNumbers text={nameParts[0]} />
                <span className="sr-only">{nameParts[1]}</span>
                <UnbrokenNumbers text={nameParts[2]} />
              </>
            ) : (
              <UnbrokenNumbers text={product.name} />
            )}
          </PageLink>
        </h3>
        {product.review_count > 0 && (
          <p className="mt-1 text-xs text-muted">
            <RatingStars rating={product.rating} />{" "}
            <span className="tabular-nums">
              {`(${product.review_count}`}
              <span className="sr-only"> avis</span>)
            </span>
          </p>
        )}
        <p className={`mt-1 leading-snug font-extrabold tabular-nums ${getPriceSize(product.price)}`}>
          {product.has_variants && <span className="text-sm font-semibold">dès </span>}
          <span className="whitespace-nowrap">{formatPrice(product.price)}</span>
          {unit && " "}
          {unit && <span className="text-xs font-semibold whitespace-nowrap text-muted">{unit}</span>}
        </p>
        {reduction.old_price !== null && (
          <s className="text-sm text-muted tabular-nums">
            <span className="sr-only">Ancien prix : </span>
            {formatPrice(reduction.old_price)}
          </s>
        )}
        {reduction.old_price !== null && product.lowest_price != null && (
          <p className="text-xs text-muted tabular-nums">
            Plus bas en 30 jours&nbsp;: {formatPrice(product.lowest_price)}
          </p>
        )}
        <StockLine soldOut={soldOut} isLow={product.stock < lowStockThreshold} />
        {action && <div className="mt-auto pt-3">{action}</div>}
      </div>
    </article>
  );
}

function StockLine({ soldOut, isLow }: { soldOut: boolean; isLow: boolean }) {
  if (soldOut) return <p className="mt-1 text-xs font-semibold text-muted">Rupture de stock</p>;
  if (isLow) {
    return <p className="mt-1 text-xs font-semibold text-brand">Stock limité</p>;
  }
  return <p className="mt-1 text-xs font-semibold text-success">En stock</p>;
}
