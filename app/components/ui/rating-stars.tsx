/** A rating as stars from 0 to 5 in halves, with the number as its accessible name. */
import { formatRating } from "#app/lib/format/ratings.ts";

export function RatingStars({ rating }: { rating: number }) {
  const halves = Math.round(Math.min(5, Math.max(0, rating)) * 2);
  return <span className={`stars stars-${halves}`} role="img" aria-label={`${formatRating(rating)} sur 5`} />;
}
