/** The reviews of one page of the list: published, unpublished and deleted, one by one or in bulk. */

import BadgeCheck from "lucide-react/icons/badge-check";
import { useState } from "react";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { DeleteRowButton } from "#app/components/admin/row-actions.tsx";
import { Thumbnail } from "#app/components/admin/thumbnail.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { useMutation } from "#app/features/admin/shared/mutations/use-mutation.ts";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { DeleteReviews } from "./delete-reviews.tsx";
import { ReviewBulkBar } from "./review-bulk-bar.tsx";
import { ReviewText } from "./review-text.tsx";
import { formatReviewsDone, setReviewsPublished } from "./reviews.mutations.ts";
import type { ListedReview } from "./reviews.queries.ts";

export function ReviewList({ reviews }: { reviews: readonly ListedReview[] }) {
  const { pendingAction, mutate } = useMutation();
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [deleting, setDeleting] = useState<readonly ListedReview[]>([]);
  // Bulk actions apply to visible rows only: a selection does not carry over to another page.
  const selected = reviews.filter(({ id }) => ids.has(id));

  function publish(targets: readonly ListedReview[], isPublished: boolean) {
    return mutate(isPublished ? "Publier" : "Dépublier", async () => {
      const count = await setReviewsPublished(
        getSupabase(),
        targets.map(({ id }) => id),
        isPublished,
      );
      toast({ title: formatReviewsDone(count, isPublished ? "publié" : "dépublié"), topic: "reviews" });
      setIds(new Set());
    });
  }

  const columns: Column<ListedReview>[] = [
    ...dataColumns,
    {
      label: "Actions",
      cardPosition: "second-end",
      render: (review) => (
        <span className="flex items-center justify-between gap-1 md:-my-1">
          <Button
            variant="outline"
            aria-label={`${review.is_published ? "Dépublier" : "Publier"} : ${review.name}`}
            aria-disabled={pendingAction !== null}
            onClick={() => void publish([review], !review.is_published)}
          >
            {review.is_published ? "Dépublier" : "Publier"}
          </Button>
          <DeleteRowButton label={`Supprimer : ${review.name}`} onDelete={() => setDeleting([review])} />
        </span>
      ),
    },
  ];

  return (
    <>
      <DataTable
        caption="Les avis"
        columns={columns}
        rows={reviews}
        getRowKey={({ id }) => id}
        selection={{
          isSelected: ({ id }) => ids.has(id),
          getLabel: ({ name }) => `Choisir l'avis : ${name}`,
          onSelect: (rows, isSelected) =>
            setIds((before) => {
              const others = [...before].filter((id) => rows.every((row) => row.id !== id));
              return new Set(isSelected ? [...others, ...rows.map(({ id }) => id)] : others);
            }),
        }}
      />
      {selected.length > 0 && (
        <ReviewBulkBar
          selected={selected}
          busy={pendingAction !== null}
          onPublish={(isPublished) => void publish(selected, isPublished)}
          onDelete={() => setDeleting(selected)}
          onClear={() => setIds(new Set())}
        />
      )}
      {deleting.length > 0 && <DeleteReviews reviews={deleting} onClose={() => setDeleting([])} />}
    </>
  );
}

const dataColumns: Column<ListedReview>[] = [
  {
    label: "Produit",
    isRowHeader: true,
    render: ({ product: { name, slug, image } }) => (
      <span className="flex items-center gap-3 md:max-w-56">
        <Thumbnail url={image} className="size-10 rounded-md" />
        <a
          href={`/product/${slug}`}
          target="_blank"
          rel="noopener noreferrer"
          className="min-w-0 wrap-anywhere hover:underline max-md:flex max-md:min-h-11 max-md:items-center"
        >
          {name}
        </a>
      </span>
    ),
  },
  { label: "Avis", cardPosition: "full", render: (review) => <ReviewText review={review} /> },
  {
    label: "Auteur",
    cardPosition: "second",
    render: ({ name, is_verified, created_at }) => (
      <span className="inline-grid min-w-0 gap-0.5">
        <span className="font-medium">{name}</span>
        {is_verified && (
          <span className="inline-flex items-center gap-1 text-xs text-success-strong">
            <BadgeCheck aria-hidden size={14} />
            Achat vérifié
          </span>
        )}
        <span className="text-xs text-muted md:whitespace-nowrap">{formatDateTime(created_at)}</span>
      </span>
    ),
  },
];
