/** The technicians of one page of the list. */
import BadgeCheck from "lucide-react/icons/badge-check";
import { Link, useLocation } from "react-router";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { RowActions } from "#app/components/admin/row-actions.tsx";
import { Thumbnail } from "#app/components/admin/thumbnail.tsx";
import { toListState } from "#app/features/admin/shared/back-link.tsx";
import { formatRating } from "#app/lib/format/ratings.ts";
import type { SortOrder } from "#app/lib/lists/list-search-params.ts";
import { type ListedTechnician, TECHNICIANS_PATH } from "./technician.ts";

interface TechnicianListProps {
  technicians: readonly ListedTechnician[];
  order: SortOrder<string>;
  onDelete(technician: ListedTechnician): void;
}

export function TechnicianList({ technicians, order, onDelete }: TechnicianListProps) {
  const columns: Column<ListedTechnician>[] = [
    ...dataColumns,
    {
      label: "Actions",
      numeric: true,
      cardPosition: "corner",
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
  { label: "Spécialité", sortKey: "specialty", render: ({ specialty }) => specialty },
  { label: "Localisation", render: ({ location }) => location || "–" },
  {
    label: "Note",
    sortKey: "rating",
    numeric: true,
    render: ({ rating, review_count }) => `${formatRating(rating)} (${review_count} avis)`,
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
            className="break-words hover:underline"
          >
            {name}
          </Link>
          {verified_at && (
            <BadgeCheck role="img" aria-label="Vérifié" size={16} className="shrink-0 text-success" />
          )}
        </span>
        <span className="text-xs font-normal break-words text-muted">{slug}</span>
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
      onDelete={() => onDelete(technician)}
    />
  );
}
