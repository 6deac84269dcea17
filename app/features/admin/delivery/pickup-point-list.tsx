/** The pick-up points of the shop. */
import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { DeleteDialog } from "#app/components/admin/delete-dialog.tsx";
import { ListResult } from "#app/components/admin/list-result.tsx";
import { PageActions } from "#app/components/admin/page-actions.tsx";
import { actionsColumn } from "#app/components/admin/row-actions.tsx";
import { Tag } from "#app/components/admin/tag.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { deleteRow } from "#app/features/admin/shared/mutations/delete-row.ts";
import type { ListPage } from "#app/lib/lists/list-page.ts";
import type { Result } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { deletePickupPoint } from "./delivery.mutations.ts";
import type { PickupPoint } from "./delivery.queries.ts";
import { PickupPointDialog } from "./pickup-point-dialog.tsx";

export function PickupPointList({ points }: { points: Result<ListPage<PickupPoint>> }) {
  const [editing, setEditing] = useState<PickupPoint | "new" | null>(null);
  const [deleting, setDeleting] = useState<PickupPoint | null>(null);
  const actions = actionsColumn<PickupPoint>((point) => ({
    name: point.name,
    edit: () => setEditing(point),
    onDelete: () => setDeleting(point),
  }));
  return (
    <>
      <PageActions lead="Le retrait en magasin est gratuit.">
        <Button variant="outline" onClick={() => setEditing("new")}>
          <Plus aria-hidden size={16} />
          Ajouter un point de retrait
        </Button>
      </PageActions>
      <ListResult
        result={points}
        errorMessage="Impossible de charger les points de retrait"
        empty={<p>Aucun point : le retrait en magasin n'est pas proposé.</p>}
      >
        {(rows) => (
          <DataTable
            caption="Les points de retrait"
            columns={[...columns, actions]}
            rows={rows}
            getRowKey={({ id }) => id}
          />
        )}
      </ListResult>
      {editing && (
        <PickupPointDialog point={editing === "new" ? null : editing} onClose={() => setEditing(null)} />
      )}
      {deleting && (
        <DeleteDialog
          title="Supprimer le point de retrait ?"
          onDelete={() =>
            deleteRow(() => deletePickupPoint(getSupabase(), deleting.id), {
              entity: "pick-up point",
              successToast: { title: "Point de retrait supprimé", description: deleting.name },
              errorMessage: "Impossible de supprimer le point de retrait",
            })
          }
          onClose={() => setDeleting(null)}
        >
          «&nbsp;{deleting.name}&nbsp;» ne sera plus proposé. Les commandes passées gardent son nom.
        </DeleteDialog>
      )}
    </>
  );
}

const columns: Column<PickupPoint>[] = [
  {
    label: "Point de retrait",
    isRowHeader: true,
    render: ({ name, is_active }) => (
      <span className="flex flex-wrap items-center gap-2">
        {name}
        {!is_active && <Tag color="gray">Inactif</Tag>}
      </span>
    ),
  },
  { label: "Adresse", render: ({ address, town }) => `${address}, ${town}` },
  { label: "Horaires", render: ({ hours }) => hours || "–" },
];
