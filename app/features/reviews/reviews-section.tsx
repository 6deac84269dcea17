/** The reviews of a product: figures beside the list, and more of it on demand. */
import { Link } from "react-router";
import { useFailureToast } from "../../components/ui/use-failure-toast.ts";
import type { Loaded } from "../../lib/loaded.ts";
import type { Review, StarCount } from "./review.queries.ts";
import { ReviewList } from "./review-list.tsx";
import { ReviewSummary } from "./review-summary.tsx";

export interface ProductReviews {
  reviews: Review[];
  counts: StarCount[];
}

interface ReviewsSectionProps {
  productName: string;
  average: number;
  loaded: Loaded<ProductReviews>;
  /** Address under which more reviews are shown, or null when these are all. */
  moreHref: string | null;
}

export function ReviewsSection({ productName, average, loaded, moreHref }: ReviewsSectionProps) {
  useFailureToast(loaded, "Impossible de charger les avis clients");
  if (!loaded.ok) return <p role="alert">Impossible de charger les avis clients</p>;
  const { reviews, counts } = loaded.value;
  if (reviews.length === 0)
    return <p className="text-ink-soft">Aucun avis pour ce produit pour le moment.</p>;
  return (
    <div className="grid gap-6 md:grid-cols-[300px_1fr]">
      <ReviewSummary average={average} counts={counts} />
      <div>
        <h2 className="sr-only">Avis des clients</h2>
        <ReviewList productName={productName} reviews={reviews} />
        {moreHref && (
          <p className="mt-5 text-center">
            <Link to={moreHref} preventScrollReset className="btn btn-outline">
              Voir plus d'avis
            </Link>
          </p>
        )}
      </div>
    </div>
  );
}
