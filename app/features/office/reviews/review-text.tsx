/** What somebody wrote of a product: the beginning, and all of it on demand, as one moderates what one has read. */
import { useState } from "react";
import type { ListedReview } from "./reviews.queries.ts";

/** About what three lines hold. */
const SHORT = 200;

export function ReviewText({ review: { title, comment } }: { review: ListedReview }) {
  const [isOpen, setOpen] = useState(false);
  const isLong = comment.length > SHORT || comment.split("\n").length > 3;
  return (
    <div className="grid max-w-[60ch] justify-items-start gap-0.5 break-words">
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
