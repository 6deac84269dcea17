/** /admin/orders/drafts: the orders that staff have not placed yet. */
import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { Link } from "react-router";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { DeleteDialog } from "#app/components/admin/delete-dialog.tsx";
import { ListResult } from "#app/components/admin/list-result.tsx";
import { PageActions } from "#app/components/admin/page-actions.tsx";
import { actionsColumn } from "#app/components/admin/row-actions.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { deleteDraft } from "#app/features/admin/order-entry/staff-orders.mutations.ts";
import { type Draft, listDrafts } from "#app/features/admin/order-entry/staff-orders.queries.ts";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { deleteRow } from "#app/features/admin/shared/mutations/delete-row.ts";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import { parsePageParam } from "#app/lib/pages/search-params.ts";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/order-drafts";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "/admin/orders/drafts", "Brouillons");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const page = parsePageParam(new URL(request.url).searchParams.get("page"));
  return { result: await toResult("order drafts", listDrafts(getSupabase(), page)) };
}

const toDraft = ({ id }: Draft) => `/admin/orders/new?draft=${id}`;

export default function OrderDraftsPage({ loaderData: { result } }: Route.ComponentProps) {
  const [deleting, setDeleting] = useState<Draft | null>(null);
  const columns: Column<Draft>[] = [
    {
      label: "Client",
      isRowHeader: true,
      render: (draft) => (
        <Link to={toDraft(draft)} className="link inline-flex min-h-11 items-center md:min-h-0">
          {draft.label}
        </Link>
      ),
    },
    { label: "Par", cardPosition: "second", render: ({ author_name }) => author_name ?? "–" },
    {
      label: "Enregistré",
      cardPosition: "second",
      render: ({ updated_at }) => <time dateTime={updated_at}>{formatDateTime(updated_at)}</time>,
    },
    actionsColumn((draft) => ({
      name: `le brouillon de ${draft.label}`,
      edit: { to: toDraft(draft), state: null },
      isNameLink: true,
      onDelete: () => setDeleting(draft),
    })),
  ];
  return (
    <>
      <PageActions lead="Un brouillon ne réserve aucun stock. Toute l'équipe peut le reprendre.">
        <Link to="/admin/orders/new" className={buttonClass("primary")}>
          <Plus aria-hidden size={16} />
          Nouvelle commande
        </Link>
      </PageActions>
      <ListResult
        result={result}
        errorMessage="Impossible de charger les brouillons"
        empty="Aucun brouillon pour le moment."
      >
        {(drafts) => (
          <DataTable caption="Les brouillons" columns={columns} rows={drafts} getRowKey={({ id }) => id} />
        )}
      </ListResult>
      {deleting && (
        <DeleteDialog
          title="Supprimer le brouillon ?"
          onDelete={() =>
            deleteRow(() => deleteDraft(getSupabase(), deleting.id), {
              entity: "order draft",
              successToast: { title: "Brouillon supprimé", description: deleting.label },
              errorMessage: "Impossible de supprimer le brouillon",
            })
          }
          onClose={() => setDeleting(null)}
        >
          La commande de «&nbsp;{deleting.label}&nbsp;» n'est pas passée et sera perdue.
        </DeleteDialog>
      )}
    </>
  );
}
