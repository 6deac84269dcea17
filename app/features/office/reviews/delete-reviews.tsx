/** Asks before one or several reviews are deleted, and deletes. */
import { DeleteDialog } from "../../../components/office/delete-dialog.tsx";
import { toast } from "../../../components/ui/toast/toast.ts";
import { supabase } from "../../../lib/supabase.client.ts";
import { useChange } from "../use-change.ts";
import { reviewsDone } from "./review-count.ts";
import { deleteReviews } from "./reviews.mutations.ts";
import type { ListedReview } from "./reviews.queries.ts";

interface DeleteReviewsProps {
  /** One at least. */
  reviews: readonly ListedReview[];
  onClose(): void;
}

export function DeleteReviews({ reviews, onClose }: DeleteReviewsProps) {
  const { change } = useChange();
  const [first] = reviews;
  const isOne = reviews.length === 1;

  function remove() {
    const ids = reviews.map(({ id }) => id);
    return change(
      "Supprimer des avis",
      () => deleteReviews(supabase(), ids),
      () => toast({ title: reviewsDone(ids.length, "supprimé"), topic: "reviews" }),
    );
  }

  return (
    <DeleteDialog
      title={isOne ? "Supprimer cet avis ?" : `Supprimer ${reviews.length} avis ?`}
      onDelete={remove}
      onClose={onClose}
    >
      {isOne && first
        ? `L'avis de ${first.name} sur «\u00a0${first.product.name}\u00a0» sera effacé pour toujours.`
        : "Ces avis seront effacés pour toujours."}
    </DeleteDialog>
  );
}
