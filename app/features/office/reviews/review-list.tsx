/** The reviews of one page of the list: read, published, taken back and deleted, one by one or several at once. */
import BadgeCheck from "lucide-react/icons/badge-check";
import { useState } from "react";
import { type Column, DataTable } from "../../../components/office/data-table.tsx";
import { DeleteRow } from "../../../components/office/row-actions.tsx";
import { Thumbnail } from "../../../components/office/thumbnail.tsx";
import { toast } from "../../../components/ui/toast/toast.ts";
import { formatDateTime } from "../../../lib/date-times.ts";
import { supabase } from "../../../lib/supabase.client.ts";
import { useChange } from "../use-change.ts";
import { ChosenReviews } from "./chosen-reviews.tsx";
import { DeleteReviews } from "./delete-reviews.tsx";
import { reviewsDone } from "./review-count.ts";
import { ReviewText } from "./review-text.tsx";
import { publishReviews } from "./reviews.mutations.ts";
import type { ListedReview } from "./reviews.queries.ts";
import { useKeptPlace } from "./use-kept-place.ts";

export function ReviewList({ reviews }: { reviews: readonly ListedReview[] }) {
  const { running, change } = useChange();
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [deleting, setDeleting] = useState<readonly ListedReview[]>([]);
  const { list, leave } = useKeptPlace<HTMLDivElement>(reviews);
  // What is done to several is done to what one sees: who turns the page has chosen nothing there.
  const chosen = reviews.filter(({ id }) => ids.has(id));

  function publish(which: readonly ListedReview[], isPublished: boolean) {
    return change(isPublished ? "Publier" : "Dépublier", async () => {
      const count = await publishReviews(
        supabase(),
        which.map(({ id }) => id),
        isPublished,
      );
      toast({ title: reviewsDone(count, isPublished ? "publié" : "dépublié"), topic: "reviews" });
      setIds(new Set());
    });
  }

  const columns: Column<ListedReview>[] = [
    ...shown,
    {
      label: "Actions",
      onCard: "whole",
      render: (review) => (
        <span className="flex items-center justify-between gap-1 md:-my-1">
          <button
            type="button"
            aria-label={`${review.is_published ? "Dépublier" : "Publier"} : ${review.name}`}
            aria-disabled={running !== null}
            className="btn btn-outline"
            onClick={() => {
              leave(review.id);
              void publish([review], !review.is_published);
            }}
          >
            {review.is_published ? "Dépublier" : "Publier"}
          </button>
          <DeleteRow label={`Supprimer : ${review.name}`} onDelete={() => setDeleting([review])} />
        </span>
      ),
    },
  ];

  return (
    <div ref={list}>
      <DataTable
        caption="Les avis"
        columns={columns}
        rows={reviews}
        keyOf={({ id }) => id}
        choice={{
          isChosen: ({ id }) => ids.has(id),
          labelOf: ({ name }) => `Choisir l'avis : ${name}`,
          onChoose: (rows, isChosen) =>
            setIds((before) => {
              const others = [...before].filter((id) => rows.every((row) => row.id !== id));
              return new Set(isChosen ? [...others, ...rows.map(({ id }) => id)] : others);
            }),
        }}
      />
      {chosen.length > 0 && (
        <ChosenReviews
          chosen={chosen}
          busy={running !== null}
          onPublish={(isPublished) => void publish(chosen, isPublished)}
          onDelete={() => setDeleting(chosen)}
          onClear={() => setIds(new Set())}
        />
      )}
      {deleting.length > 0 && <DeleteReviews reviews={deleting} onClose={() => setDeleting([])} />}
    </div>
  );
}

const shown: Column<ListedReview>[] = [
  {
    label: "Produit",
    isName: true,
    render: ({ product: { name, slug, image } }) => (
      <span className="flex items-center gap-3 md:max-w-56">
        <Thumbnail url={image} className="size-10 rounded-md" />
        <a
          href={`/product/${slug}`}
          target="_blank"
          rel="noopener noreferrer"
          className="min-w-0 break-words hover:underline"
        >
          {name}
        </a>
      </span>
    ),
  },
  { label: "Avis", onCard: "whole", render: (review) => <ReviewText review={review} /> },
  {
    label: "Auteur",
    render: ({ name, is_verified, created_at }) => (
      <span className="inline-grid gap-0.5">
        <span className="font-medium">{name}</span>
        {is_verified && (
          <span className="inline-flex items-center gap-1 text-xs text-leaf-deep max-md:justify-end">
            <BadgeCheck aria-hidden size={14} />
            Achat vérifié
          </span>
        )}
        <span className="text-xs whitespace-nowrap text-ink-soft">{formatDateTime(created_at)}</span>
      </span>
    ),
  },
];
