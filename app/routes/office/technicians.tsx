/** /admin/technicians: the people of the directory, to be found, edited and deleted. */
import BadgeCheck from "lucide-react/icons/badge-check";
import Pencil from "lucide-react/icons/pencil";
import Plus from "lucide-react/icons/plus";
import Trash from "lucide-react/icons/trash-2";
import { useRef, useState } from "react";
import { Link, useLocation, useRevalidator } from "react-router";
import { type Column, DataTable } from "../../components/office/data-table.tsx";
import { Failed } from "../../components/office/failed.tsx";
import { FilterBar } from "../../components/office/filter-bar.tsx";
import { PageActions } from "../../components/office/page-actions.tsx";
import { Pager } from "../../components/office/pager.tsx";
import { Picture } from "../../components/ui/picture.tsx";
import { useFailureToast } from "../../components/ui/use-failure-toast.ts";
import { officeMeta } from "../../features/office/office-meta.ts";
import { DeleteTechnician } from "../../features/office/technicians/delete-technician.tsx";
import {
  listTechnicians,
  TECHNICIAN_ORDERS,
  TECHNICIANS_PAGE,
} from "../../features/office/technicians/technician.queries.ts";
import type { ListedTechnician } from "../../features/office/technicians/technician.ts";
import { readPage, readText } from "../../lib/address-params.ts";
import { type ListOrder, readOrder } from "../../lib/list-address.ts";
import { load } from "../../lib/loaded.ts";
import { formatRating } from "../../lib/ratings.ts";
import { supabase } from "../../lib/supabase.client.ts";
import type { Route } from "./+types/technicians";

const FAILED = "Impossible de charger les techniciens";

export function meta({ matches }: Route.MetaArgs) {
  return officeMeta(matches, "/admin/technicians", "Techniciens");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = new URL(request.url).searchParams;
  const search = readText(params.get("search"));
  const order: ListOrder<(typeof TECHNICIAN_ORDERS)[number]> = readOrder(params, TECHNICIAN_ORDERS, {
    by: "name",
    descending: false,
  });
  const found = await load(
    "technicians",
    listTechnicians(supabase(), { search, order, page: readPage(params.get("page")) }),
  );
  return { found, order, search };
}

export default function TechniciansPage({ loaderData: { found, order, search } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator();
  const [deleting, setDeleting] = useState<ListedTechnician | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const columns = useColumns(setDeleting);
  useFailureToast(found, FAILED);
  return (
    <>
      <PageActions
        lead={
          found.ok ? countOf(found.value.total, search !== "") : "Les artisans que la boutique recommande."
        }
      >
        <AddLink />
      </PageActions>
      <FilterBar label="Rechercher un technicien" placeholder="Nom, spécialité ou localisation" />
      {!found.ok && <Failed message={FAILED} busy={state === "loading"} onRetry={() => void revalidate()} />}
      {found.ok && found.value.total === 0 && <NoTechnicians searched={search !== ""} />}
      {found.ok && found.value.total > 0 && (
        <>
          <div ref={list} tabIndex={-1} className="card overflow-clip">
            <DataTable
              caption="Les techniciens"
              columns={columns}
              rows={found.value.technicians}
              keyOf={({ id }) => id}
              order={order}
            />
          </div>
          <Pager page={found.value.page} size={TECHNICIANS_PAGE} total={found.value.total} />
        </>
      )}
      {deleting && (
        <DeleteTechnician
          technician={deleting}
          onDeleted={() => {
            list.current?.focus();
            void revalidate();
          }}
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  );
}

function useColumns(onDelete: (technician: ListedTechnician) => void): Column<ListedTechnician>[] {
  const { search } = useLocation();
  return [
    {
      label: "Nom",
      sort: "name",
      isName: true,
      render: ({ name, slug, image, verified_at }) => (
        <span className="flex items-center gap-3">
          <Picture url={image} alt="" sizes="40px" className="w-10 shrink-0 rounded-md" />
          <span className="grid min-w-0">
            <span className="flex items-center gap-1.5">
              {name}
              {verified_at && (
                <BadgeCheck role="img" aria-label="Vérifié" size={16} className="shrink-0 text-leaf" />
              )}
            </span>
            <span className="truncate text-xs font-normal text-ink-soft">{slug}</span>
          </span>
        </span>
      ),
    },
    { label: "Spécialité", sort: "specialty", render: ({ specialty }) => specialty },
    { label: "Localisation", render: ({ location }) => location || "–" },
    {
      label: "Note",
      sort: "rating",
      numeric: true,
      render: ({ rating, review_count }) => `${formatRating(rating)} (${review_count} avis)`,
    },
    {
      label: "Actions",
      render: (technician) => (
        <span className="flex gap-1 md:-ml-2">
          <Link
            to={`/admin/technicians/edit/${technician.id}`}
            state={{ list: search }}
            aria-label={`Modifier ${technician.name}`}
            className="icon-btn hover:bg-sand-deep"
          >
            <Pencil aria-hidden size={18} />
          </Link>
          <button
            type="button"
            aria-label={`Supprimer ${technician.name}`}
            className="icon-btn text-danger hover:bg-laterite-soft"
            onClick={() => onDelete(technician)}
          >
            <Trash aria-hidden size={18} />
          </button>
        </span>
      ),
    },
  ];
}

function NoTechnicians({ searched }: { searched: boolean }) {
  return (
    <div className="card grid justify-items-center gap-4 p-8 text-center text-sm text-ink-soft">
      <p>
        {searched ? "Aucun technicien ne correspond à cette recherche." : "Aucun technicien pour le moment."}
      </p>
      {!searched && <AddLink />}
    </div>
  );
}

function AddLink() {
  return (
    <Link to="/admin/technicians/new" className="btn btn-primary">
      <Plus aria-hidden size={16} />
      Ajouter un technicien
    </Link>
  );
}

function countOf(total: number, searched: boolean): string {
  return `${total} ${total > 1 ? "techniciens" : "technicien"}${searched ? (total > 1 ? " trouvés" : " trouvé") : ""}`;
}
