/** The technicians of one page of the list. */
import BadgeCheck from "lucide-react/icons/badge-check";
import { Link, useLocation } from "react-router";
import { type Column, DataTable } from "../../../components/office/data-table.tsx";
import { RowActions } from "../../../components/office/row-actions.tsx";
import { Thumbnail } from "../../../components/office/thumbnail.tsx";
import type { ListOrder } from "../../../lib/list-address.ts";
import { formatRating } from "../../../lib/ratings.ts";
import { fromList } from "../way-back.tsx";
import { type ListedTechnician, TECHNICIANS } from "./technician.ts";

interface TechnicianListProps {
  technicians: readonly ListedTechnician[];
  order: ListOrder<string>;
  onDelete(technician: ListedTechnician): void;
}

export function TechnicianList({ technicians, order, onDelete }: TechnicianListProps) {
  const columns: Column<ListedTechnician>[] = [
    ...shown,
    {
      label: "Actions",
      numeric: true,
      onCard: "corner",
      render: (technician) => <Actions technician={technician} onDelete={onDelete} />,
    },
  ];
  return (
    <DataTable
      caption="Les techniciens"
      columns={columns}
      rows={technicians}
      keyOf={({ id }) => id}
      order={order}
    />
  );
}

const shown: Column<ListedTechnician>[] = [
  { label: "Nom", sort: "name", isName: true, render: (technician) => <Name technician={technician} /> },
  { label: "Spécialité", sort: "specialty", render: ({ specialty }) => specialty },
  { label: "Localisation", render: ({ location }) => location || "–" },
  {
    label: "Note",
    sort: "rating",
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
            to={`${TECHNICIANS}/edit/${id}`}
            state={fromList(search)}
            className="break-words hover:underline"
          >
            {name}
          </Link>
          {verified_at && (
            <BadgeCheck role="img" aria-label="Vérifié" size={16} className="shrink-0 text-leaf" />
          )}
        </span>
        <span className="text-xs font-normal break-words text-ink-soft">{slug}</span>
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
      edit={{ to: `${TECHNICIANS}/edit/${id}`, state: fromList(search) }}
      onDelete={() => onDelete(technician)}
    />
  );
}
