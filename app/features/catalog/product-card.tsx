/**
 * A product in a list. The whole card leads to the product through one link on its name; what else can be
 * pressed (adding to the cart, the heart in the corner) is handed in by the page and lies above that link. Every line keeps its height
 * whether it is filled or not, so that the cards of a row stay aligned.
 */
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Picture } from "../../components/ui/picture.tsx";
import { RatingStars } from "../../components/ui/rating-stars.tsx";
import type { CardProduct } from "../../lib/card-product.ts";
import { formatXof } from "../../lib/money.ts";
import { DiscountBadge } from "./discount-badge.tsx";

/**
 * On a phone a card is about 160 px wide; saying 106 makes screens of up to three times the density take the
 * 320 px file, whose loss nobody sees, instead of the 640 px one, which weighs twice as much.
 */
const SIZES = "(max-width: 767px) 106px, 240px";

/** From here on a price wants more room than a phone's column has, whatever its letters. */
const MILLION = 1_000_000;

interface ProductCardProps {
  product: CardProduct;
  /** Below this many pieces the card says that stock is short. */
  lowStockThreshold: number;
  action?: ReactNode;
  /** Whether the card stands on the first screen. */
  first?: boolean;
  formatPrice?: (amount: number) => string;
}

export function ProductCard({
  product,
  lowStockThreshold,
  action,
  first = false,
  formatPrice = formatXof,
}: ProductCardProps) {
  const soldOut = product.stock <= 0;
  return (
    <article className="card relative flex h-full flex-col overflow-hidden transition-shadow hover:shadow-lift">
      <Picture
        url={product.image}
        alt=""
        sizes={SIZES}
        fetched={first ? "first" : "near"}
        className={soldOut ? "opacity-60 grayscale" : ""}
      />
      <p className="absolute top-2 left-2 flex flex-col items-start gap-1">
        {product.is_new && <span className="badge bg-sun text-ink">Nouveau</span>}
        <DiscountBadge discount={product.discount} />
      </p>
      <div className="flex grow flex-col p-3">
        <h3 className="min-h-[40px] xs:line-clamp-2 font-sans text-sm font-semibold tracking-normal">
          <Link to={`/product/${product.slug}`} className="after:absolute after:inset-0">
            {product.name}
          </Link>
        </h3>
        <p className="mt-1 min-h-5 text-xs text-ink-soft">
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
          <s className="text-sm text-ink-soft tabular-nums">
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
  if (stock <= 0) return <p className="mt-1 text-xs font-semibold text-ink-soft">Rupture de stock</p>;
  if (stock < lowStockThreshold) {
    return <p className="mt-1 text-xs font-semibold text-laterite">Stock limité</p>;
  }
  return <p className="mt-1 text-xs font-semibold text-leaf">En stock</p>;
}
