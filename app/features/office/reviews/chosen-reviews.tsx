/** Under the list, once some of it is chosen: how many, and what can be done with them. It stays in sight. */
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
      className="desk-bulk sticky bottom-0 z-10 flex flex-wrap items-center gap-2 border-t border-line bg-sun-soft px-4 py-2 text-sm"
    >
      <p role="status" className="mr-auto font-semibold max-sm:w-full">
        {chosen.length} avis {chosen.length > 1 ? "choisis" : "choisi"}
      </p>
      <button type="button" className="btn btn-outline max-sm:grow" onClick={onClear}>
        Ne plus choisir
      </button>
      <button type="button" className="btn btn-outline text-danger max-sm:grow" onClick={onDelete}>
        Supprimer
      </button>
      {chosen.some(({ is_published }) => is_published) && (
        <BusyButton
          type="button"
          className="btn btn-outline max-sm:grow"
          busy={busy}
          onClick={() => onPublish(false)}
        >
          Dépublier
        </BusyButton>
      )}
      {chosen.some(({ is_published }) => !is_published) && (
        <BusyButton
          type="button"
          className="btn btn-primary max-sm:grow"
          busy={busy}
          onClick={() => onPublish(true)}
        >
          Publier
        </BusyButton>
      )}
    </section>
  );
}
