/** The buy box: name, rating, price and stock. The purchase actions are passed in by the page. */
import type { ReactNode } from "react";
import { RatingStars } from "#app/components/ui/rating-stars.tsx";
import { UnbrokenNumbers } from "#app/components/ui/unbroken-numbers.tsx";
import type { Product } from "#app/features/catalog/catalog.queries.ts";
import { DiscountBadge } from "#app/features/catalog/discount-badge.tsx";
import { formatXof } from "#app/lib/format/money.ts";
import { formatRating } from "#app/lib/format/ratings.ts";

export function BuyBox({ product, children }: { product: Product; children: ReactNode }) {
  const { name, rating, review_count, reference, price, old_price, discount, is_new, stock } = product;
  return (
    <div className="min-w-0 lg:sticky lg:top-4">
      <h1 className="text-xl md:text-3xl">
        <UnbrokenNumbers text={name} />
      </h1>
      <p className="mt-1 text-sm text-muted">
        <a href="#avis" className="relative -my-1.5 inline-flex min-h-11 items-center gap-2 hover:underline">
          <RatingStars rating={rating} />
          {review_count > 0 ? `${formatRating(rating)} (${review_count} avis)` : "Aucun avis"}
        </a>
      </p>
      <p className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 tabular-nums md:gap-x-3">
        <span className="sr-only">Prix à l'unité : </span>
        <strong className="font-heading text-[1.75rem] leading-tight font-extrabold md:text-4xl">
          {formatXof(price)}
        </strong>
        {old_price !== null && (
          <s className="text-muted md:text-lg">
            <span className="sr-only">Ancien prix : </span>
            {formatXof(old_price)}
          </s>
        )}
        <DiscountBadge discount={discount} />
        {is_new && <span className="badge bg-accent">Nouveau</span>}
      </p>
      <p
        className={`mt-2 flex flex-wrap items-center gap-x-2 font-semibold ${stock > 0 ? "text-success" : "text-brand"}`}
      >
        <span aria-hidden="true" className="size-2.5 rounded-full bg-current" />
        <span>{stock} en stock</span>
        {stock <= 0 && <span className="badge bg-brand-soft text-brand">Rupture de stock</span>}
        <span className="ml-1 text-sm font-normal text-muted">Référence&nbsp;: {reference || "N/A"}</span>
      </p>
      {children}
    </div>
  );
}
