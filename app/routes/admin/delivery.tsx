/** /admin/delivery: the delivery zones with their fees and days, and the pick-up points. */
import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { useRevalidator } from "react-router";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { DeleteDialog } from "#app/components/admin/delete-dialog.tsx";
import { ListResult } from "#app/components/admin/list-result.tsx";
import { PageActions } from "#app/components/admin/page-actions.tsx";
import { RowActions } from "#app/components/admin/row-actions.tsx";
import { Tag } from "#app/components/admin/tag.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { deletePickupPoint, deleteZone } from "#app/features/admin/delivery/delivery.mutations.ts";
import {
  listPickupPoints,
  listZones,
  type PickupPoint,
  type Zone,
} from "#app/features/admin/delivery/delivery.queries.ts";
import { PickupPointDialog } from "#app/features/admin/delivery/pickup-point-dialog.tsx";
import { formatFees, ZoneDialog } from "#app/features/admin/delivery/zone-dialog.tsx";
import { formatPlaces } from "#app/features/admin/delivery/zone-texts.ts";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { deleteRow } from "#app/features/admin/shared/mutations/delete-row.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { formatDelay, formatWeekdays } from "#app/lib/models/delivery-days.ts";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/delivery";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "/admin/delivery", "Livraison");
}

export async function clientLoader() {
  const [zones, points] = await Promise.all([
    toResult("delivery zones", listZones(getSupabase(), 1)),
    toResult("pick-up points", listPickupPoints(getSupabase(), 1)),
  ]);
  return { zones, points };
}

type Editing = { kind: "zone"; row: Zone | null } | { kind: "point"; row: PickupPoint | null };
type Deleting = { kind: "zone"; row: Zone } | { kind: "point"; row: PickupPoint };

export default function DeliveryPage({ loaderData: { zones, points } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const [editing, setEditing] = useState<Editing | null>(null);
  const [deleting, setDeleting] = useState<Deleting | null>(null);
  const close = () => setEditing(null);
  async function onSaved() {
    close();
    await revalidate();
  }

  const addZone = (
    <Button variant="primary" onClick={() => setEditing({ kind: "zone", row: null })}>
      <Plus aria-hidden size={16} />
      Ajouter une zone
    </Button>
  );
  const addPoint = (
    <Button variant="outline" onClick={() => setEditing({ kind: "point", row: null })}>
      <Plus aria-hidden size={16} />
      Ajouter un point de retrait
    </Button>
  );
  const zoneColumns: Column<Zone>[] = [
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
    {
      label: "Actions",
      numeric: true,
      cardPosition: "corner",
      render: (row) => (
        <RowActions
          name={row.name}
          edit={() => setEditing({ kind: "zone", row })}
          onDelete={() => setDeleting({ kind: "zone", row })}
        />
      ),
    },
  ];
  const pointColumns: Column<PickupPoint>[] = [
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
    {
      label: "Actions",
      numeric: true,
      cardPosition: "corner",
      render: (row) => (
        <RowActions
          name={row.name}
          edit={() => setEditing({ kind: "point", row })}
          onDelete={() => setDeleting({ kind: "point", row })}
        />
      ),
    },
  ];

  return (
    <>
      <PageActions lead="Une ville qu'aucune zone ne nomme coûte le tarif unique des paramètres.">
        {addZone}
      </PageActions>
      <ListResult
        result={zones}
        errorMessage="Impossible de charger les zones de livraison"
        empty={
          <>
            <p>Aucune zone : toutes les livraisons coûtent le tarif unique.</p>
            {addZone}
          </>
        }
      >
        {(rows) => (
          <DataTable
            caption="Les zones de livraison"
            columns={zoneColumns}
            rows={rows}
            getRowKey={({ id }) => id}
          />
        )}
      </ListResult>
      <PageActions lead="Le retrait en magasin est gratuit.">{addPoint}</PageActions>
      <ListResult
        result={points}
        errorMessage="Impossible de charger les points de retrait"
        empty={<p>Aucun point : le retrait en magasin n'est pas proposé.</p>}
      >
        {(rows) => (
          <DataTable
            caption="Les points de retrait"
            columns={pointColumns}
            rows={rows}
            getRowKey={({ id }) => id}
          />
        )}
      </ListResult>
      {editing?.kind === "zone" && <ZoneDialog zone={editing.row} onClose={close} onSaved={onSaved} />}
      {editing?.kind === "point" && (
        <PickupPointDialog point={editing.row} onClose={close} onSaved={onSaved} />
      )}
      {deleting && (
        <DeleteDialog
          title={deleting.kind === "zone" ? "Supprimer la zone ?" : "Supprimer le point de retrait ?"}
          onDelete={() => remove(deleting)}
          onClose={() => setDeleting(null)}
        >
          {deleting.kind === "zone" ? (
            <>
              Les villes de «&nbsp;{deleting.row.name}&nbsp;» coûteront le tarif unique. Les commandes passées
              gardent leurs frais et le nom de la zone.
            </>
          ) : (
            <>
              «&nbsp;{deleting.row.name}&nbsp;» ne sera plus proposé. Les commandes passées gardent son nom.
            </>
          )}
        </DeleteDialog>
      )}
    </>
  );
}

function remove({ kind, row: { id, name } }: Deleting): Promise<boolean> {
  return kind === "zone"
    ? deleteRow(() => deleteZone(getSupabase(), id), {
        entity: "delivery zone",
        successToast: { title: "Zone supprimée", description: name },
        errorMessage: "Impossible de supprimer la zone",
      })
    : deleteRow(() => deletePickupPoint(getSupabase(), id), {
        entity: "pick-up point",
        successToast: { title: "Point de retrait supprimé", description: name },
        errorMessage: "Impossible de supprimer le point de retrait",
      });
}
