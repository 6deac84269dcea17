/** The delivery zones with their fees and days. */
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
import { formatXof } from "#app/lib/format/money.ts";
import type { ListPage } from "#app/lib/lists/list-page.ts";
import { formatDelay, formatWeekdays } from "#app/lib/models/delivery-days.ts";
import type { Result } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { deleteZone } from "./delivery.mutations.ts";
import type { Zone } from "./delivery.queries.ts";
import { formatFees, ZoneDialog } from "./zone-dialog.tsx";
import { formatPlaces } from "./zone-texts.ts";

export function ZoneList({ zones }: { zones: Result<ListPage<Zone>> }) {
  const [editing, setEditing] = useState<Zone | "new" | null>(null);
  const [deleting, setDeleting] = useState<Zone | null>(null);
  const add = (
    <Button variant="primary" onClick={() => setEditing("new")}>
      <Plus aria-hidden size={16} />
      Ajouter une zone
    </Button>
  );
  const actions = actionsColumn<Zone>((zone) => ({
    name: zone.name,
    edit: () => setEditing(zone),
    onDelete: () => setDeleting(zone),
  }));
  return (
    <>
      <PageActions lead="Une ville qu'aucune zone ne nomme coûte le tarif unique des paramètres.">
        {add}
      </PageActions>
      <ListResult
        result={zones}
        errorMessage="Impossible de charger les zones de livraison"
        empty={
          <>
            <p>Aucune zone : toutes les livraisons coûtent le tarif unique.</p>
            {add}
          </>
        }
      >
        {(rows) => (
          <DataTable
            caption="Les zones de livraison"
            columns={[...columns, actions]}
            rows={rows}
            getRowKey={({ id }) => id}
          />
        )}
      </ListResult>
      {editing && <ZoneDialog zone={editing === "new" ? null : editing} onClose={() => setEditing(null)} />}
      {deleting && (
        <DeleteDialog
          title="Supprimer la zone ?"
          onDelete={() =>
            deleteRow(() => deleteZone(getSupabase(), deleting.id), {
              entity: "delivery zone",
              successToast: { title: "Zone supprimée", description: deleting.name },
              errorMessage: "Impossible de supprimer la zone",
            })
          }
          onClose={() => setDeleting(null)}
        >
          Les villes de «&nbsp;{deleting.name}&nbsp;» coûteront le tarif unique. Les commandes passées gardent
          leurs frais et le nom de la zone.
        </DeleteDialog>
      )}
    </>
  );
}

const columns: Column<Zone>[] = [
  {
    label: "Zone",
    isRowHeader: true,
    render: ({ name, is_active, places }) => (
      <span className="grid gap-0.5">
        <span className="flex flex-wrap items-center gap-2">
          {name}
          {!is_active && <Tag color="gray">Inactive</Tag>}
        </span>
        <span className="line-clamp-2 text-xs font-normal text-muted">
          {formatPlaces(places).replaceAll("\n", " · ")}
        </span>
      </span>
    ),
  },
  { label: "Tarifs", render: ({ fees }) => <span className="tabular-nums">{formatFees(fees)}</span> },
  {
    label: "Gratuit dès",
    numeric: true,
    render: ({ free_from }) => (free_from === null ? "–" : formatXof(free_from)),
  },
  { label: "Délai", render: ({ delay_hours }) => formatDelay(delay_hours) },
  { label: "Jours", render: ({ days }) => formatWeekdays(days) },
];
