/** The history of a product's stock. */
import { Link } from "react-router";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { STOCK_REASON_LABELS } from "#app/features/admin/shared/stock-reason.tsx";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { formatNumber } from "#app/lib/format/numbers.ts";
import type { ItemCost, LedgerEntry } from "./stock.queries.ts";

const KIND_LABELS: Readonly<Record<string, string>> = {
  opening: "Stock de départ",
  receipt: "Réception",
  correction: "Correction",
  loss: "Perte",
  return: "Retour hors commande",
  count: "Comptage",
  sale: "Vente",
  release: "Réservation expirée",
  cancellation: "Annulation",
  counted_in: "Retour compté",
};

const formatChange = (quantity: number) =>
  quantity > 0 ? `+${formatNumber(quantity)}` : formatNumber(quantity);

const columns: Column<LedgerEntry>[] = [
  {
    label: "Mouvement",
    isRowHeader: true,
    render: ({ kind, at, variant_name }) => (
      <span className="grid">
        <span>{KIND_LABELS[kind] ?? kind}</span>
        <span className="text-xs font-normal text-muted">
          <time dateTime={at}>{formatDateTime(at)}</time>
          {variant_name && ` · ${variant_name}`}
        </span>
      </span>
    ),
  },
  {
    label: "Quantité",
    numeric: true,
    cardPosition: "first-end",
    render: ({ quantity }) => (
      <strong className={`whitespace-nowrap ${quantity < 0 ? "text-danger" : "text-success-strong"}`}>
        {formatChange(quantity)}
      </strong>
    ),
  },
  {
    label: "Reste",
    numeric: true,
    cardPosition: "second",
    render: ({ stock_after }) => (
      <span className="whitespace-nowrap">
        <span className="md:hidden">reste </span>
        {formatNumber(stock_after)}
      </span>
    ),
  },
  { label: "Pourquoi", cardPosition: "second-end", render: (entry) => <Cause entry={entry} /> },
  { label: "Par", cardPosition: "hidden", render: ({ actor_name }) => actor_name ?? "–" },
];

function Cause({ entry: { order_number, reason, unit_cost } }: { entry: LedgerEntry }) {
  const texts = [
    reason && STOCK_REASON_LABELS[reason],
    unit_cost !== null && `à ${formatXof(unit_cost)}`,
  ].filter(Boolean);
  return (
    <span className="grid justify-items-start wrap-anywhere">
      {order_number && (
        <Link
          to={`/admin/orders?search=${order_number}`}
          className="link inline-flex min-h-11 items-center md:min-h-0"
        >
          {order_number}
        </Link>
      )}
      {texts.length > 0 ? texts.join(" · ") : order_number ? null : "–"}
    </span>
  );
}

export function Ledger({ entries }: { entries: readonly LedgerEntry[] }) {
  return (
    <DataTable
      caption="Ce qui a changé le stock"
      columns={columns}
      rows={entries}
      getRowKey={({ movement_id, order_id, kind, at, quantity, variant_name }) =>
        movement_id ?? `${order_id} ${kind} ${at} ${quantity} ${variant_name}`
      }
    />
  );
}

/** What was paid for a product, and what remains of its price. */
export function Costs({ costs }: { costs: readonly ItemCost[] }) {
  return (
    <ul className="divide-y divide-border text-sm">
      {costs.map(({ item_id, name, price, last_cost, average_cost }) => (
        <li key={item_id} className="grid gap-1 px-4 py-3">
          {costs.length > 1 && <p className="font-semibold wrap-anywhere">{name}</p>}
          <p>
            Dernier prix d'achat : <strong className="whitespace-nowrap">{formatXof(last_cost)}</strong>, en
            moyenne <span className="whitespace-nowrap">{formatXof(average_cost)}</span>. Marge au prix de{" "}
            <span className="whitespace-nowrap">{formatXof(price)}</span> :{" "}
            <strong className="whitespace-nowrap">
              {formatXof(price - last_cost)} ({Math.round(((price - last_cost) / price) * 100)} %)
            </strong>
          </p>
        </li>
      ))}
    </ul>
  );
}
