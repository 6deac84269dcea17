/** The technicians of one page of the list. */
import BadgeCheck from "lucide-react/icons/badge-check";
import { Link, useLocation } from "react-router";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { RowActions } from "#app/components/admin/row-actions.tsx";
import { Thumbnail } from "#app/components/admin/thumbnail.tsx";
import { toListState } from "#app/features/admin/shared/back-link.tsx";
import { formatNumber } from "#app/lib/format/numbers.ts";
import { formatRating } from "#app/lib/format/ratings.ts";
import type { SortOrder } from "#app/lib/lists/list-search-params.ts";
import { type ListedTechnician, TECHNICIANS_PATH } from "./technician.ts";

interface TechnicianListProps {
  technicians: readonly ListedTechnician[];
  order: SortOrder<string> | null;
  onDelete(technician: ListedTechnician): void;
}

export function TechnicianList({ technicians, order, onDelete }: TechnicianListProps) {
  const columns: Column<ListedTechnician>[] = [
    ...dataColumns,
    {
      label: "Actions",
      numeric: true,
      cardPosition: "second-end",
      render: (technician) => <Actions technician={technician} onDelete={onDelete} />,
    },
  ];
  return (
    <DataTable
      caption="Les techniciens"
      columns={columns}
      rows={technicians}
      getRowKey={({ id }) => id}
      order={order}
    />
  );
}

const dataColumns: Column<ListedTechnician>[] = [
  {
    label: "Nom",
    sortKey: "name",
    isRowHeader: true,
    render: (technician) => <Name technician={technician} />,
  },
  {
    label: "Spécialité",
    sortKey: "specialty",
    cardPosition: "second",
    render: ({ specialty, location }) => (
      <span className="grid">
        {specialty}
        {location && <span className="text-xs text-muted md:hidden">{location}</span>}
      </span>
    ),
  },
  { label: "Localisation", cardPosition: "hidden", render: ({ location }) => location || "–" },
  {
    label: "Note",
    sortKey: "rating",
    numeric: true,
    cardPosition: "second-end",
    render: ({ rating, review_count }) => `${formatRating(rating)} (${formatNumber(review_count)} avis)`,
  },
];

function Name({ technician: { id, name, slug, image, verified_at } }: { technician: ListedTechnician }) {
  const { search } = useLocation();
  return (
    <span className="flex items-center gap-3">
      <Thumbnail url={image} className="size-10 rounded-md" />
      <span className="grid min-w-0">
        <span className="flex items-center gap-1.5">
          <Link
            to={`${TECHNICIANS_PATH}/edit/${id}`}
            state={toListState(search)}
            className="hover:underline max-md:flex max-md:min-h-11 max-md:items-center"
          >
            {name}
          </Link>
          {verified_at && (
            <BadgeCheck role="img" aria-label="Vérifié" size={16} className="shrink-0 text-success" />
          )}
        </span>
        <span className="text-xs font-normal break-words text-muted max-md:hidden">{slug}</span>
      </span>
    </span>
  );
}

function Actions({
  technician,
  onDelete,
}: { technician: ListedTechnician } & Pick<TechnicianListProps, "onDelete">) {
  const { search } = useLocation();
  const { id, name } = technician;
  return (
    <RowActions
      name={name}
      edit={{ to: `${TECHNICIANS_PATH}/edit/${id}`, state: toListState(search) }}
      isNameLink
      onDelete={() => onDelete(technician)}
    />
  );
}
