/** Stars from 0 to 5 in halves, read out as a number. */
import { formatRating } from "../../lib/ratings.ts";

export function RatingStars({ rating }: { rating: number }) {
  const halves = Math.round(Math.min(5, Math.max(0, rating)) * 2);
  return <span className={`stars stars-${halves}`} role="img" aria-label={`${formatRating(rating)} sur 5`} />;
}
