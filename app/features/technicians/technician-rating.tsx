/** The rating as stars, as a number with one decimal, and the number of reviews: «4,8 (64 avis)». */
import { RatingStars } from "#app/components/ui/rating-stars.tsx";
import { formatNumber } from "#app/lib/format/numbers.ts";
import { formatRating } from "#app/lib/format/ratings.ts";

export function TechnicianRating({ rating, count }: { rating: number; count: number }) {
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 text-sm">
      <RatingStars rating={rating} />
      <span aria-hidden="true" className="font-semibold tabular-nums">
        {formatRating(rating)}
      </span>{" "}
      <span className="text-muted tabular-nums">({formatNumber(count)} avis)</span>
    </p>
  );
}
