/** Over the list, once some of it is chosen: how many, and what can be done with all of them. */
import { BusyButton } from "../../../components/ui/busy-button.tsx";
import type { ListedReview } from "./reviews.queries.ts";
import { useFocusOnLeaving } from "./use-kept-place.ts";

interface ChosenReviewsProps {
  chosen: readonly ListedReview[];
  busy: boolean;
  onPublish(isPublished: boolean): void;
  onDelete(): void;
  onClear(): void;
}

export function ChosenReviews({ chosen, busy, onPublish, onDelete, onClear }: ChosenReviewsProps) {
  useFocusOnLeaving();
  return (
    <section
      aria-label="Avis choisis"
      className="flex flex-wrap items-center gap-2 border-b border-line bg-sun-soft px-4 py-2 text-sm"
    >
      <p role="status" className="mr-auto font-semibold">
        {chosen.length} avis {chosen.length > 1 ? "choisis" : "choisi"}
      </p>
      {chosen.some(({ is_published }) => !is_published) && (
        <BusyButton type="button" className="btn btn-primary" busy={busy} onClick={() => onPublish(true)}>
          Publier
        </BusyButton>
      )}
      {chosen.some(({ is_published }) => is_published) && (
        <BusyButton type="button" className="btn btn-outline" busy={busy} onClick={() => onPublish(false)}>
          Dépublier
        </BusyButton>
      )}
      <button type="button" className="btn btn-outline text-danger" onClick={onDelete}>
        Supprimer
      </button>
      <button type="button" className="link min-h-11 px-2 md:min-h-9" onClick={onClear}>
        Ne rien choisir
      </button>
    </section>
  );
}
