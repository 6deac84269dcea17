/** The choice of the orders of a picking list, among those to prepare. */
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { Tag } from "#app/components/admin/tag.tsx";
import type { QueuedOrder } from "#app/features/admin/orders/desk/desk.queries.ts";
import { formatShortDay } from "#app/lib/format/date-times.ts";
import { formatCount } from "#app/lib/format/numbers.ts";

interface OrderChoiceProps {
  orders: readonly QueuedOrder[];
  chosen: ReadonlySet<string>;
  onChoose(ids: readonly string[], isChosen: boolean): void;
}

export function OrderChoice({ orders, chosen, onChoose }: OrderChoiceProps) {
  return (
    <DataTable
      caption="Les commandes à préparer"
      columns={columns}
      rows={orders}
      getRowKey={({ id }) => id}
      selection={{
        isSelected: ({ id }) => chosen.has(id),
        getLabel: ({ number }) => `Choisir ${number}`,
        onSelect: (rows, isChosen) =>
          onChoose(
            rows.map(({ id }) => id),
            isChosen,
          ),
      }}
    />
  );
}

const columns: Column<QueuedOrder>[] = [
  { label: "Commande", isRowHeader: true, render: ({ number }) => number },
  { label: "Client", cardPosition: "second", render: ({ customer_name }) => customer_name },
  {
    label: "Articles",
    numeric: true,
    cardPosition: "first-end",
    render: ({ items_count }) => formatCount(items_count, "article", "articles"),
  },
  {
    label: "Pour",
    cardPosition: "second-end",
    render: ({ due_day, zone_name, pickup_point_name, claimed_by }) => (
      <span className="flex flex-wrap gap-1 max-md:justify-end">
        <Tag color="blue">{formatShortDay(due_day)}</Tag>
        {zone_name && <Tag color="gray">{zone_name}</Tag>}
        {pickup_point_name && <Tag color="gray">Retrait</Tag>}
        {claimed_by && <Tag color="gray">{`Pris par ${claimed_by}`}</Tag>}
      </span>
    ),
  },
];
