/** /admin/carriers: the delivery companies, the parcels whose money is missing, and what their settlements leave open. */
import Undo2 from "lucide-react/icons/undo-2";
import { useState } from "react";
import { useRevalidator } from "react-router";
import { ConfirmDialog } from "#app/components/admin/confirm-dialog.tsx";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { ListResult } from "#app/components/admin/list-result.tsx";
import { RouteLoadError } from "#app/components/admin/load-error.tsx";
import { PageActions } from "#app/components/admin/page-actions.tsx";
import { Panel } from "#app/components/admin/panel.tsx";
import { PhoneLink } from "#app/components/admin/phone-link.tsx";
import { ROW_ACTION_CLASS, RowActions } from "#app/components/admin/row-actions.tsx";
import { Tag, type TagColor } from "#app/components/admin/tag.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { CarrierDialog } from "#app/features/admin/carriers/carrier-dialog.tsx";
import { takeBackParcel } from "#app/features/admin/carriers/carriers.mutations.ts";
import {
  type Carrier,
  listCarriers,
  listOpenParcels,
  listOpenRows,
  type OpenRow,
  type Parcel,
} from "#app/features/admin/carriers/carriers.queries.ts";
import { ParcelDialog } from "#app/features/admin/carriers/parcel-dialog.tsx";
import { ResolveDialog } from "#app/features/admin/carriers/resolve-dialog.tsx";
import { SettlementDialog } from "#app/features/admin/carriers/settlement-dialog.tsx";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { useMutation } from "#app/features/admin/shared/mutations/use-mutation.ts";
import { OrderLink } from "#app/features/admin/shared/order-link.tsx";
import { useRight } from "#app/features/admin/shared/use-rights.ts";
import { formatShortDay } from "#app/lib/format/date-times.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { parsePageParam } from "#app/lib/pages/search-params.ts";
import { type Result, toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/carriers";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "/admin/carriers", "Transporteurs");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const client = getSupabase();
  const page = parsePageParam(new URL(request.url).searchParams.get("page"));
  const [carriers, parcels, rows] = await Promise.all([
    toResult("carriers", listCarriers(client)),
    toResult("open parcels", listOpenParcels(client, page)),
    toResult("open rows of settlements", listOpenRows(client)),
  ]);
  return { carriers, parcels, rows };
}

type Open =
  | { kind: "carrier"; carrier: Carrier | null }
  | { kind: "hand" | "import" }
  | { kind: "resolve"; row: OpenRow }
  | { kind: "take-back"; parcel: Parcel };

export default function CarriersPage({ loaderData: { carriers, parcels, rows } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const { mutate } = useMutation();
  const [open, setOpen] = useState<Open | null>(null);
  const mayWrite = useRight("delivery.write");
  const mayHand = useRight("runs.plan");
  const maySettle = useRight("cash.close");
  const all = carriers.ok ? carriers.value : [];
  const active = all.filter(({ is_active }) => is_active);
  const close = () => setOpen(null);
  async function onDone() {
    close();
    await revalidate();
  }

  return (
    <>
      <PageActions lead="Des sociétés livrent et encaissent pour la boutique.">
        {mayWrite && (
          <Button variant="outline" onClick={() => setOpen({ kind: "carrier", carrier: null })}>
            Ajouter un transporteur
          </Button>
        )}
        {maySettle && all.length > 0 && (
          <Button variant="outline" onClick={() => setOpen({ kind: "import" })}>
            Importer un relevé
          </Button>
        )}
        {mayHand && active.length > 0 && (
          <Button variant="primary" onClick={() => setOpen({ kind: "hand" })}>
            Remettre un colis
          </Button>
        )}
      </PageActions>
      <OpenRows rows={rows} onResolve={maySettle ? (row) => setOpen({ kind: "resolve", row }) : undefined} />
      <h2 className="text-base">Colis dont l'argent n'est pas arrivé</h2>
      <ListResult
        result={parcels}
        errorMessage="Impossible de charger les colis"
        empty={<p>Aucun colis n'attend son règlement.</p>}
      >
        {(list) => (
          <DataTable
            caption="Les colis chez les transporteurs"
            columns={[
              ...parcelColumns,
              {
                label: "Actions",
                numeric: true,
                cardPosition: "corner",
                render: (parcel) =>
                  mayHand &&
                  parcel.stage === "on_road" && (
                    <button
                      type="button"
                      aria-label={`Reprendre la commande ${parcel.number}`}
                      title="Reprendre"
                      className={ROW_ACTION_CLASS}
                      onClick={() => setOpen({ kind: "take-back", parcel })}
                    >
                      <Undo2 aria-hidden size={18} />
                    </button>
                  ),
              },
            ]}
            rows={list}
            getRowKey={({ order_id }) => order_id}
          />
        )}
      </ListResult>
      <Panel title="Transporteurs">
        <Carriers
          carriers={carriers}
          onEdit={mayWrite ? (carrier) => setOpen({ kind: "carrier", carrier }) : undefined}
        />
      </Panel>
      {open?.kind === "carrier" && <CarrierDialog carrier={open.carrier} onClose={close} />}
      {open?.kind === "hand" && <ParcelDialog carriers={active} onClose={close} onHanded={revalidate} />}
      {open?.kind === "import" && <SettlementDialog carriers={all} onClose={close} onImported={onDone} />}
      {open?.kind === "resolve" && <ResolveDialog row={open.row} onClose={close} onResolved={onDone} />}
      {open?.kind === "take-back" && (
        <ConfirmDialog
          title={`Reprendre la commande ${open.parcel.number} ?`}
          confirmLabel="Reprendre"
          onConfirm={async () => {
            await mutate("Reprendre le colis", async () => {
              await takeBackParcel(getSupabase(), open.parcel.order_id);
              toast({ title: "Colis repris", description: open.parcel.number });
            });
            close();
          }}
          onCancel={close}
        >
          Le transporteur {open.parcel.carrier_name} ne la livre plus. Elle est de nouveau à livrer.
        </ConfirmDialog>
      )}
    </>
  );
}

const RESULT_TAGS: Readonly<Record<string, { label: string; color: TagColor }>> = {
  differs: { label: "Autre montant", color: "amber" },
  unknown: { label: "Numéro inconnu", color: "red" },
  settled_before: { label: "Déjà réglé", color: "amber" },
  not_due: { label: "Rien à encaisser", color: "red" },
};

const PARCEL_TAGS: Readonly<Record<string, { label: string; color: TagColor }>> = {
  on_road: { label: "Chez le transporteur", color: "blue" },
  delivered: { label: "Livrée", color: "green" },
};
/** Of which the carrier has collected something. */
const PARCEL_BACK = { label: "Revenue", color: "amber" } as const;

interface OpenRowsProps {
  rows: Result<OpenRow[]>;
  /** Absent for whoever may not settle. */
  onResolve: ((row: OpenRow) => void) | undefined;
}

function OpenRows({ rows, onResolve }: OpenRowsProps) {
  if (!rows.ok) {
    return <RouteLoadError message="Impossible de charger les relevés" />;
  }
  if (rows.value.length === 0) return null;
  return (
    <Panel title="Lignes de relevés à régler">
      <ul className="divide-y divide-border">
        {rows.value.map((row) => {
          const tag = RESULT_TAGS[row.result];
          return (
            <li
              key={`${row.settlement_id} ${row.position}`}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-sm"
            >
              <div className="min-w-0 grow basis-48 max-sm:basis-full">
                <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
                  {row.number} {tag && <Tag color={tag.color}>{tag.label}</Tag>}
                </p>
                <p className="wrap-anywhere text-muted">
                  {row.carrier_settlements.carriers.name} · {row.carrier_settlements.file_name}
                </p>
              </div>
              <p className="whitespace-nowrap tabular-nums">
                <strong>{formatXof(row.amount)}</strong>
                {row.expected_amount !== null && (
                  <span className="block text-muted">au lieu de {formatXof(row.expected_amount)}</span>
                )}
              </p>
              {onResolve && (
                <Button
                  variant="outline"
                  aria-label={`Régler la ligne ${row.number}`}
                  className="max-sm:w-full"
                  onClick={() => onResolve(row)}
                >
                  Régler
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

interface CarriersProps {
  carriers: Result<Carrier[]>;
  /** Absent for whoever may not edit them. */
  onEdit: ((carrier: Carrier) => void) | undefined;
}

function Carriers({ carriers, onEdit }: CarriersProps) {
  if (!carriers.ok) {
    return (
      <div className="p-3">
        <RouteLoadError message="Impossible de charger les transporteurs" />
      </div>
    );
  }
  if (carriers.value.length === 0)
    return <p className="p-4 text-sm text-muted">Aucun transporteur : vos livreurs font tout.</p>;
  return (
    <ul className="divide-y divide-border">
      {carriers.value.map((carrier) => (
        <li
          key={carrier.id}
          className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-1.5 text-sm"
        >
          <span className="flex min-w-0 grow flex-wrap items-center gap-2 font-medium wrap-anywhere">
            {carrier.name} {!carrier.is_active && <Tag color="gray">Arrêté</Tag>}
          </span>
          {carrier.phone && <PhoneLink phone={carrier.phone} />}
          {onEdit && <RowActions name={carrier.name} edit={() => onEdit(carrier)} />}
        </li>
      ))}
    </ul>
  );
}

const parcelColumns: Column<Parcel>[] = [
  {
    label: "Commande",
    isRowHeader: true,
    render: ({ number, customer_name }) => (
      <span className="grid justify-items-start">
        <OrderLink number={number} />
        <span className="text-xs font-normal wrap-anywhere text-muted">{customer_name}</span>
      </span>
    ),
  },
  {
    label: "Transporteur",
    render: ({ carrier_name }) => <span className="wrap-anywhere">{carrier_name}</span>,
  },
  {
    label: "Suivi",
    render: ({ tracking_number }) => (
      <span className="wrap-anywhere md:whitespace-nowrap">{tracking_number}</span>
    ),
  },
  {
    label: "Remis le",
    render: ({ handed_at }) => <span className="whitespace-nowrap">{formatShortDay(handed_at)}</span>,
  },
  {
    label: "État",
    render: ({ stage }) => {
      const { label, color } = PARCEL_TAGS[stage] ?? PARCEL_BACK;
      return <Tag color={color}>{label}</Tag>;
    },
  },
  {
    label: "Montant",
    numeric: true,
    render: ({ amount }) => <span className="whitespace-nowrap">{formatXof(amount)}</span>,
  },
];
