/**
 * A product card in a list. The whole card is clickable through one link on the product's name; other
 * controls (add to cart, wishlist button) are passed in by the page and lie above that link. Every line keeps
 * its height when empty, so that the cards of a row stay aligned.
 */
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Image } from "#app/components/ui/image.tsx";
import { RatingStars } from "#app/components/ui/rating-stars.tsx";
import { formatXof } from "#app/lib/format/money.ts";
import type { CardProduct } from "#app/lib/models/card-product.ts";
import { DiscountBadge } from "./discount-badge.tsx";

/**
 * On a phone a card is about 160 px wide; declaring 106 px makes screens of up to triple density load the 320
 * px file, with no visible loss, instead of the 640 px file, which weighs twice as much.
 */
const SIZES = "(max-width: 767px) 106px, 240px";

/** From this price on, the text needs a smaller size in a phone's column. */
const MILLION = 1_000_000;

interface ProductCardProps {
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
  const soldOut = product.stock <= 0;
  return (
    <article className="card relative flex h-full flex-col overflow-hidden transition-shadow hover:shadow-lift">
      <Image
        url={product.image}
        alt=""
        sizes={SIZES}
        priority={isAboveFold ? "high" : "lazy"}
        className={soldOut ? "opacity-60 grayscale" : ""}
      />
      <p className="absolute top-2 left-2 flex flex-col items-start gap-1">
        {product.is_new && <span className="badge bg-accent text-foreground">Nouveau</span>}
        <DiscountBadge discount={product.discount} />
      </p>
      <div className="flex grow flex-col p-3">
        <h3 className="min-h-10 xs:line-clamp-2 font-sans text-sm font-semibold tracking-normal">
          <Link to={`/product/${product.slug}`} className="after:absolute after:inset-0">
            {product.name}
          </Link>
        </h3>
        <p className="mt-1 min-h-5 text-xs text-muted">
          {product.review_count > 0 && (
            <>
              <RatingStars rating={product.rating} />{" "}
              <span className="tabular-nums">
                {`(${product.review_count}`}
                <span className="sr-only"> avis</span>)
              </span>
            </>
          )}
        </p>
        <p
          className={`mt-1 text-lg font-extrabold whitespace-nowrap tabular-nums ${product.price < MILLION ? "" : "max-md:text-base max-md:tracking-tight"}`}
        >
          {formatPrice(product.price)}
        </p>
        {product.old_price !== null && (
          <s className="text-sm text-muted tabular-nums">
            <span className="sr-only">Ancien prix : </span>
            {formatPrice(product.old_price)}
          </s>
        )}
        <StockLine stock={product.stock} lowStockThreshold={lowStockThreshold} />
        {action && <div className="mt-auto pt-3">{action}</div>}
      </div>
    </article>
  );
}

function StockLine({ stock, lowStockThreshold }: { stock: number; lowStockThreshold: number }) {
  if (stock <= 0) return <p className="mt-1 text-xs font-semibold text-muted">Rupture de stock</p>;
  if (stock < lowStockThreshold) {
    return <p className="mt-1 text-xs font-semibold text-brand">Stock limité</p>;
  }
  return <p className="mt-1 text-xs font-semibold text-success">En stock</p>;
}
