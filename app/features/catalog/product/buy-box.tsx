/**
 * The buy box: name, rating, price, options and stock. The options and the purchase actions are passed in by the page.
 */
import type { ReactNode } from "react";
import { RatingStars } from "#app/components/ui/rating-stars.tsx";
import { UnbrokenNumbers } from "#app/components/ui/unbroken-numbers.tsx";
import { DiscountBadge } from "#app/features/catalog/discount-badge.tsx";
import type { SoldItem } from "#app/features/catalog/variants/sold-item.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { formatRating } from "#app/lib/format/ratings.ts";
import {
  formatMinimum,
  formatShortQuantity,
  formatSoldBy,
  formatStepPrice,
  formatUnitPrice,
  isSoldByUnit,
} from "#app/lib/format/units.ts";

import { getReduction } from "#app/lib/models/reduction.ts";
import { isSoldOut } from "#app/lib/models/sold-out.ts";
import { PriceSteps } from "./price-steps.tsx";

interface BuyBoxProps {
  /** That of the product, without its choices. */
  name: string;
  item: SoldItem;
  /** The choice among the variants, if any. */
  options: ReactNode;
  children: ReactNode;
}

export function BuyBox({ name, item, options, children }: BuyBoxProps) {
  const { rating, review_count, reference, price, lowest_price, is_new, stock } = item;
  const { old_price, discount } = getReduction(item);
  const soldOut = isSoldOut(item);
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
      {old_price !== null && lowest_price !== null && (
        <p className="mt-1 text-sm text-muted tabular-nums">
          Prix le plus bas des 30 derniers jours&nbsp;: {formatXof(lowest_price)}
        </p>
      )}
      <SoldBy item={item} />
      <PriceSteps item={item} steps={item.price_steps} />
      {options}
      <p
        className={`mt-2 flex flex-wrap items-center gap-x-2 font-semibold ${soldOut ? "text-brand" : "text-success"}`}
      >
        <span className="flex items-center gap-x-2">
          <span aria-hidden="true" className="size-2.5 shrink-0 rounded-full bg-current" />
          <span>{formatShortQuantity(stock, item)} en stock</span>
        </span>
        {soldOut && <span className="badge bg-brand-soft text-brand">Rupture de stock</span>}
        <span className="ml-1 text-sm font-normal text-muted">Référence&nbsp;: {reference || "N/A"}</span>
      </p>
      {children}
    </div>
  );
}

/** «5 400 XOF le carton, 3 750 XOF/m², vendu par carton de 1,44 m²»; nothing for single pieces. */
function SoldBy({ item }: { item: SoldItem }) {
  const minimum = formatMinimum(item);
  if (!isSoldByUnit(item) && !minimum) return null;
  const { price } = item;
  const texts = isSoldByUnit(item)
    ? [formatStepPrice(price, item), formatUnitPrice(price, item), formatSoldBy(item), minimum]
    : [minimum];
  return <p className="mt-1 text-sm text-muted tabular-nums">{texts.filter(Boolean).join(", ")}</p>;
}
