/** What everybody counted, with the differences, and what nobody has counted yet. */
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { Tag } from "#app/components/admin/tag.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { formatNumber } from "#app/lib/format/numbers.ts";
import type { CountLine, UncountedItem } from "./counts.queries.ts";

interface CountLinesProps {
  lines: readonly CountLine[];
  /** Absent once the count has ended. */
  onDiscard: ((line: CountLine) => void) | undefined;
}

export function CountLines({ lines, onDiscard }: CountLinesProps) {
  const columns: Column<CountLine>[] = onDiscard
    ? [
        ...dataColumns,
        {
          label: "Actions",
          numeric: true,
          render: (line) =>
            !line.is_discarded && (
              <Button
                variant="outline"
                aria-label={`Écarter le comptage de ${line.name} par ${line.actor_name ?? "?"}`}
                onClick={() => onDiscard(line)}
              >
                Écarter
              </Button>
            ),
        },
      ]
    : dataColumns;
  return <DataTable caption="Ce qui est compté" columns={columns} rows={lines} getRowKey={({ id }) => id} />;
}

const formatDifference = (value: number) => (value > 0 ? `+${formatNumber(value)}` : formatNumber(value));

const dataColumns: Column<CountLine>[] = [
  {
    label: "Article",
    isRowHeader: true,
    render: ({ name, reference, is_conflict, is_discarded }) => (
      <span className="grid justify-items-start gap-1">
        <span className="wrap-anywhere">{name}</span>
        <span className="flex flex-wrap gap-2 text-xs font-normal text-muted">
          {reference}
          {is_conflict && <Tag color="red">Deux comptages diffèrent</Tag>}
          {is_discarded && <Tag color="gray">Écarté</Tag>}
        </span>
      </span>
    ),
  },
  { label: "Compté", numeric: true, render: ({ quantity }) => <strong>{formatNumber(quantity)}</strong> },
  {
    label: "Prévu",
    numeric: true,
    render: ({ expected_quantity, reserved_quantity }) => (
      <span className="grid">
        {formatNumber(expected_quantity)}
        {reserved_quantity > 0 && (
          <span className="text-xs text-muted">dont {formatNumber(reserved_quantity)} à préparer</span>
        )}
      </span>
    ),
  },
  {
    label: "Écart",
    numeric: true,
    render: ({ quantity, expected_quantity }) =>
      quantity === expected_quantity ? (
        "–"
      ) : (
        <strong className={quantity < expected_quantity ? "text-danger" : "text-success-strong"}>
          {formatDifference(quantity - expected_quantity)}
        </strong>
      ),
  },
  { label: "Par", render: ({ actor_name, is_own }) => (is_own ? "vous" : (actor_name ?? "–")) },
];

interface UncountedProps {
  items: readonly UncountedItem[];
  onCount(item: UncountedItem): void;
}

export function Uncounted({ items, onCount }: UncountedProps) {
  if (items.length === 0) return <p className="p-4 text-sm text-muted">Tout est compté.</p>;
  return (
    <ul className="divide-y divide-border text-sm">
      {items.map((item) => (
        <li key={item.item_id} className="flex items-center justify-between gap-x-4 px-4 py-2">
          <span className="min-w-0 wrap-anywhere">
            {item.name}{" "}
            {item.reference && (
              <span className="whitespace-nowrap text-muted max-sm:block">{item.reference}</span>
            )}
          </span>
          <Button variant="outline" aria-label={`Compter ${item.name}`} onClick={() => onCount(item)}>
            Compter
          </Button>
        </li>
      ))}
    </ul>
  );
}
