/** The list of reviews, newest first. */
import { SealIcon } from "#app/components/ui/icons.tsx";
import { RatingStars } from "#app/components/ui/rating-stars.tsx";
import { formatLongDate } from "#app/lib/format/dates.ts";
import type { Author } from "./author.ts";
import type { Review } from "./review.queries.ts";
import { VoteButton } from "./vote-button.tsx";

interface ReviewListProps {
  productName: string;
  reviews: Review[];
  author: Author;
}

export function ReviewList({ productName, reviews, author }: ReviewListProps) {
  return (
    <ul className="grid gap-4">
      {reviews.map((review, index) => {
        const { id, title, rating, comment, name, is_verified, purchased_variant, created_at } = review;
        return (
          <li key={id} id={`avis-${index + 1}`}>
            <article className="card p-5">
              <div className="flex flex-wrap items-center gap-3">
                <RatingStars rating={rating} />
                {is_verified && (
                  <p className="flex items-center gap-1 text-sm font-semibold text-success">
                    <SealIcon size={16} /> Achat vérifié
                  </p>
                )}
              </div>
              <h3 id={`titre-${id}`} className="mt-2 text-base">
                {title || `Avis sur ${productName}`}
              </h3>
              <p className="mt-1 text-sm text-muted">
                {name}, le <time dateTime={created_at}>{formatLongDate(created_at)}</time>
                {purchased_variant && <span className="block">Acheté&nbsp;: {purchased_variant}</span>}
              </p>
              <p className="mt-3 max-w-prose whitespace-pre-line">{comment}</p>
              <VoteButton review={review} author={author} describedBy={`titre-${id}`} />
            </article>
          </li>
        );
      })}
    </ul>
  );
}
