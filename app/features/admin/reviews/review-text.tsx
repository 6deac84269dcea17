/** The text of a review: truncated, and complete on demand, as moderation requires. */
import { useState } from "react";
import { Tag } from "#app/components/admin/tag.tsx";
import { RatingStars } from "#app/components/ui/rating-stars.tsx";
import type { ListedReview } from "./reviews.queries.ts";

/** About three lines. */
const COLLAPSED_LENGTH = 200;

export function ReviewText({ review: { rating, title, comment, is_published } }: { review: ListedReview }) {
  const [isOpen, setOpen] = useState(false);
  const isLong = comment.length > COLLAPSED_LENGTH || comment.split("\n").length > 3;
  return (
    <div className="grid max-w-[60ch] justify-items-start gap-0.5 wrap-anywhere">
      <p className="mb-0.5 flex flex-wrap items-center gap-2">
        <RatingStars rating={rating} />
        {is_published ? <Tag color="green">Publié</Tag> : <Tag color="amber">À modérer</Tag>}
      </p>
      {title && <p className="font-semibold">{title}</p>}
      <p className={`whitespace-pre-line ${isOpen ? "" : "line-clamp-3"}`}>{comment}</p>
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          className="link inline-flex min-h-11 items-center md:min-h-0"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Réduire" : "Lire la suite"}
        </button>
      )}
    </div>
  );
}
