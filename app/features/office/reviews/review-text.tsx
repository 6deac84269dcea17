/** What somebody thinks of a product: the beginning, and all of it on demand, as one moderates what one has read. */
import { useState } from "react";
import { Pill } from "../../../components/office/pill.tsx";
import { RatingStars } from "../../../components/ui/rating-stars.tsx";
import type { ListedReview } from "./reviews.queries.ts";

/** About what three lines hold. */
const SHORT = 200;

export function ReviewText({ review: { rating, title, comment, is_published } }: { review: ListedReview }) {
  const [isOpen, setOpen] = useState(false);
  const isLong = comment.length > SHORT || comment.split("\n").length > 3;
  return (
    <div className="grid max-w-[60ch] justify-items-start gap-0.5 wrap-anywhere">
      <p className="mb-0.5 flex flex-wrap items-center gap-2">
        <RatingStars rating={rating} />
        {is_published ? <Pill tone="green">Publié</Pill> : <Pill tone="amber">À modérer</Pill>}
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
