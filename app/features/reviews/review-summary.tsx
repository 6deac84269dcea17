/** The summary of the reviews: average, number, and the share of each rating. */
import { RatingStars } from "#app/components/ui/rating-stars.tsx";
import { formatRating } from "#app/lib/format/ratings.ts";
import type { StarCount } from "./review.queries.ts";

interface ReviewSummaryProps {
  /** The average of all published reviews. */
  average: number;
  counts: StarCount[];
}

export function ReviewSummary({ average, counts }: ReviewSummaryProps) {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="card grid gap-4 p-5">
      <p className="flex items-center gap-3">
        <strong className="font-heading text-4xl">{formatRating(average)}</strong>
        <span>
          <RatingStars rating={average} />
          <span className="block text-sm text-muted">Basé sur {total} avis</span>
        </span>
      </p>
      <dl className="grid gap-2 text-sm">
        {counts.map(({ stars, count }) => (
          <div key={stars} className="flex items-center gap-3 tabular-nums">
            <dt className="w-16 shrink-0">
              {stars} {stars > 1 ? "étoiles" : "étoile"}
            </dt>
            <dd className="flex grow items-center gap-3">
              <meter
                className="meter grow"
                max={100}
                value={toPercentage(count, total)}
                aria-label={`${toPercentage(count, total)} % des avis`}
              />
              <span className="w-8 text-right">{count}</span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** As a whole percentage of all reviews. */
function toPercentage(count: number, total: number): number {
  return total === 0 ? 0 : Math.round((count / total) * 100);
}
