/** Confirms the deletion of one or several reviews, and deletes them. */
import { DeleteDialog } from "#app/components/admin/delete-dialog.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { useMutation } from "#app/features/admin/shared/mutations/use-mutation.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { deleteReviews, formatReviewsDone } from "./reviews.mutations.ts";
import type { ListedReview } from "./reviews.queries.ts";

interface DeleteReviewsProps {
  /** At least one. */
  reviews: readonly ListedReview[];
  onClose(): void;
}

export function DeleteReviews({ reviews, onClose }: DeleteReviewsProps) {
  const { mutate } = useMutation();
  const [first] = reviews;
  const isOne = reviews.length === 1;

  function remove() {
    const ids = reviews.map(({ id }) => id);
    return mutate(
      "Supprimer des avis",
      () => deleteReviews(getSupabase(), ids),
      () => toast({ title: formatReviewsDone(ids.length, "supprimé"), topic: "reviews" }),
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
