/** Stars, the figure to one decimal, and how many judged: «4,8 (64 avis)». */
import { RatingStars } from "../../components/ui/rating-stars.tsx";
import { formatRating } from "../../lib/ratings.ts";

export function TechnicianRating({ rating, count }: { rating: number; count: number }) {
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 text-sm">
      <RatingStars rating={rating} />
      <span aria-hidden="true" className="font-semibold tabular-nums">
        {formatRating(rating)}
      </span>{" "}
      <span className="text-ink-soft tabular-nums">({count} avis)</span>
    </p>
  );
}
