/** The bar below the list with the actions for the selected reviews. It is sticky. */

import { useFocusContentOnUnmount } from "#app/components/admin/use-row-focus.ts";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import type { ListedReview } from "./reviews.queries.ts";

interface ReviewBulkBarProps {
  selected: readonly ListedReview[];
  busy: boolean;
  onPublish(isPublished: boolean): void;
  onDelete(): void;
  onClear(): void;
}

export function ReviewBulkBar({ selected, busy, onPublish, onDelete, onClear }: ReviewBulkBarProps) {
  useFocusContentOnUnmount();
  return (
    <section
      aria-label="Avis choisis"
      className="admin-bulk-bar sticky bottom-0 z-10 flex flex-wrap items-center gap-2 border-t border-border bg-accent-soft px-4 py-2 text-sm"
    >
      <p role="status" className="mr-auto font-semibold max-sm:w-full">
        {selected.length} avis {selected.length > 1 ? "choisis" : "choisi"}
      </p>
      <Button variant="outline" className="max-sm:grow" onClick={onClear}>
        Ne plus choisir
      </Button>
      <Button variant="danger" className="max-sm:grow" onClick={onDelete}>
        Supprimer
      </Button>
      {selected.some(({ is_published }) => is_published) && (
        <BusyButton variant="outline" className="max-sm:grow" busy={busy} onClick={() => onPublish(false)}>
          Dépublier
        </BusyButton>
      )}
      {selected.some(({ is_published }) => !is_published) && (
        <BusyButton variant="primary" className="max-sm:grow" busy={busy} onClick={() => onPublish(true)}>
          Publier
        </BusyButton>
      )}
    </section>
  );
}
