/** /admin/receipts: what suppliers deliver, and the suppliers. */
import { useState } from "react";
import { Link } from "react-router";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { FilterBar } from "#app/components/admin/filter-bar.tsx";
import { FilterSelect } from "#app/components/admin/filter-select.tsx";
import { ListResult } from "#app/components/admin/list-result.tsx";
import { RouteLoadError } from "#app/components/admin/load-error.tsx";
import { PageActions } from "#app/components/admin/page-actions.tsx";
import { Panel } from "#app/components/admin/panel.tsx";
import { PhoneLink } from "#app/components/admin/phone-link.tsx";
import { RowActions } from "#app/components/admin/row-actions.tsx";
import { Tag } from "#app/components/admin/tag.tsx";
import { Button, buttonClass } from "#app/components/ui/button.tsx";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { useRight } from "#app/features/admin/shared/use-rights.ts";
import { getReceiptState } from "#app/features/admin/stock/receipt-states.ts";
import {
  type ListedReceipt,
  listReceipts,
  RECEIPT_STATES,
} from "#app/features/admin/stock/receipts.queries.ts";
import { StockTabs } from "#app/features/admin/stock/stock-tabs.tsx";
import { SupplierDialog } from "#app/features/admin/stock/supplier-dialog.tsx";
import { listSuppliers, type Supplier } from "#app/features/admin/stock/suppliers.queries.ts";
import { formatShortDay } from "#app/lib/format/date-times.ts";
import { parsePageParam } from "#app/lib/pages/search-params.ts";
import { type Result, toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/receipts";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "/admin/receipts", "Réceptions");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const client = getSupabase();
  const params = new URL(request.url).searchParams;
  const state = RECEIPT_STATES.find((known) => known === params.get("state")) ?? null;
  const [receipts, suppliers] = await Promise.all([
    toResult("receipts", listReceipts(client, state, parsePageParam(params.get("page")))),
    toResult("suppliers", listSuppliers(client)),
  ]);
  return { receipts, suppliers };
}

export default function ReceiptsPage({ loaderData: { receipts, suppliers } }: Route.ComponentProps) {
  const [editing, setEditing] = useState<Supplier | "new" | null>(null);
  const mayReceive = useRight("stock.receive");
  const hasSuppliers = suppliers.ok && suppliers.value.some(({ is_active }) => is_active);
  return (
    <>
      <StockTabs />
      <PageActions lead="Ce que les fournisseurs livrent, et ce qui est entré en stock.">
        {mayReceive && (
          <Button variant="outline" onClick={() => setEditing("new")}>
            Ajouter un fournisseur
          </Button>
        )}
        {mayReceive && hasSuppliers && (
          <Link to="/admin/receipts/new" className={buttonClass("primary")}>
            Nouveau bon
          </Link>
        )}
      </PageActions>
      <FilterBar filters={["state"]}>
        <FilterSelect
          name="state"
          label="État"
          all="Tous les états"
          options={RECEIPT_STATES.map((value) => ({ value, label: getReceiptState(value).label }))}
        />
      </FilterBar>
      <ListResult
        result={receipts}
        errorMessage="Impossible de charger les réceptions"
        empty={
          hasSuppliers
            ? "Aucun bon de livraison : enregistrez celui d'un fournisseur."
            : "Aucun bon de livraison : ajoutez d'abord un fournisseur."
        }
      >
        {(rows) => (
          <DataTable
            caption="Les bons de livraison"
            columns={columns}
            rows={rows}
            getRowKey={({ id }) => id}
          />
        )}
      </ListResult>
      <Panel title="Fournisseurs">
        <Suppliers suppliers={suppliers} onEdit={mayReceive ? setEditing : undefined} />
      </Panel>
      {editing !== null && (
        <SupplierDialog supplier={editing === "new" ? null : editing} onClose={() => setEditing(null)} />
      )}
    </>
  );
}

interface SuppliersProps {
  suppliers: Result<Supplier[]>;
  /** Absent for whoever may not edit them. */
  onEdit: ((supplier: Supplier) => void) | undefined;
}

function Suppliers({ suppliers, onEdit }: SuppliersProps) {
  if (!suppliers.ok) {
    return (
      <div className="p-3">
        <RouteLoadError message="Impossible de charger les fournisseurs" />
      </div>
    );
  }
  if (suppliers.value.length === 0) return <p className="p-4 text-sm text-muted">Aucun fournisseur.</p>;
  return (
    <ul className="divide-y divide-border">
      {suppliers.value.map((supplier) => (
        <li
          key={supplier.id}
          className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-1.5 text-sm"
        >
          <span className="flex min-w-0 grow flex-wrap items-center gap-2 font-medium wrap-anywhere">
            {supplier.name} {!supplier.is_active && <Tag color="gray">Arrêté</Tag>}
          </span>
          {supplier.phone && <PhoneLink phone={supplier.phone} />}
          {onEdit && <RowActions name={supplier.name} edit={() => onEdit(supplier)} />}
        </li>
      ))}
    </ul>
  );
}

const columns: Column<ListedReceipt>[] = [
  {
    label: "Bon",
    isRowHeader: true,
    render: ({ id, number, suppliers: { name } }) => (
      <span className="grid justify-items-start">
        <Link
          to={`/admin/receipts/${id}`}
          className="inline-flex min-h-11 items-center wrap-anywhere hover:underline md:min-h-0"
        >
          {number}
        </Link>
        <span className="text-xs font-normal wrap-anywhere text-muted">{name}</span>
      </span>
    ),
  },
  { label: "Saisi le", render: ({ created_at }) => formatShortDay(created_at) },
  {
    label: "Attendu le",
    render: ({ expected_day }) => (expected_day === null ? "–" : formatShortDay(expected_day)),
  },
  {
    label: "État",
    render: ({ state }) => <Tag color={getReceiptState(state).color}>{getReceiptState(state).label}</Tag>,
  },
];
