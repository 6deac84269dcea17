/** The reviews themselves, newest first. */
import { SealIcon } from "../../components/ui/icons.tsx";
import { RatingStars } from "../../components/ui/rating-stars.tsx";
import { formatLongDate } from "../../lib/dates.ts";
import type { Review } from "./review.queries.ts";

interface ReviewListProps {
  productName: string;
  reviews: Review[];
}

export function ReviewList({ productName, reviews }: ReviewListProps) {
  return (
    <ul className="grid gap-4">
      {reviews.map(({ id, title, rating, comment, name, is_verified, created_at }, index) => (
        <li key={id} id={`avis-${index + 1}`}>
          <article className="card p-5">
            <RatingStars rating={rating} />
            <h3 className="mt-2 text-base">{title || `Avis sur ${productName}`}</h3>
            <p className="mt-1 text-sm text-ink-soft">
              {name}, le <time dateTime={created_at}>{formatLongDate(created_at)}</time>
            </p>
            {is_verified && (
              <p className="mt-1 flex items-center gap-1 text-sm font-semibold text-leaf">
                <SealIcon size={16} /> Achat vérifié
              </p>
            )}
            <p className="mt-3 max-w-prose whitespace-pre-line">{comment}</p>
          </article>
        </li>
      ))}
    </ul>
  );
}
