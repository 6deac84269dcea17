/** A page of a queue: what each order is, where it goes, and what is known of its calls. */
import { Link } from "react-router";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { PhoneLink } from "#app/components/admin/phone-link.tsx";
import { Tag } from "#app/components/admin/tag.tsx";
import { getOrderStageColor, getOrderStageLabel } from "#app/features/admin/shared/labels/order-stages.ts";
import { formatDateTime, formatShortDay } from "#app/lib/format/date-times.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { formatCount } from "#app/lib/format/numbers.ts";
import type { OrderQueue } from "#app/lib/supabase/database.types.ts";
import type { QueuedOrder } from "./desk.queries.ts";
import { queues } from "./queues.ts";

/** The place of an order without an address. */
const TAKEN_ALONG = "Emporté";

interface QueueListProps {
  queue: OrderQueue;
  orders: readonly QueuedOrder[];
}

export function QueueList({ queue, orders }: QueueListProps) {
  return (
    <DataTable
      caption={`Les commandes de la file « ${queues[queue].label} »`}
      columns={getColumns(queue)}
      rows={orders}
      getRowKey={({ id }) => id}
    />
  );
}

function getColumns(queue: OrderQueue): Column<QueuedOrder>[] {
  return [
    {
      label: "Commande",
      isRowHeader: true,
      render: ({ id, number, created_at }) => (
        <span className="grid">
          <Link
            to={`/admin/orders/${id}`}
            className="link inline-flex min-h-11 items-center whitespace-nowrap md:min-h-0"
          >
            {number}
          </Link>
          <span className="text-xs font-normal text-muted max-md:hidden">{formatDateTime(created_at)}</span>
        </span>
      ),
    },
    {
      label: "Client",
      cardPosition: "second",
      render: ({ customer_name, customer_phone, town }) => (
        <span className="min-w-0 max-md:flex max-md:w-full max-md:items-center md:grid md:max-w-56">
          <span className="grid max-md:grow">
            <span className="wrap-anywhere">{customer_name}</span>
            <span className="text-xs text-muted md:hidden">{town || TAKEN_ALONG}</span>
          </span>
          <PhoneLink phone={customer_phone} />
        </span>
      ),
    },
    {
      label: "Lieu",
      cardPosition: "hidden",
      render: ({ town, zone_name, pickup_point_name }) => (
        <span className="grid">
          <span>{pickup_point_name ? `Retrait : ${pickup_point_name}` : town || TAKEN_ALONG}</span>
          {zone_name && <span className="text-xs text-muted">{zone_name}</span>}
        </span>
      ),
    },
    {
      label: queue === "collect" ? "Reste" : "Total",
      numeric: true,
      cardPosition: "first-end",
      render: ({ total_amount, outstanding_amount }) => (
        <span className="font-semibold whitespace-nowrap">
          {formatXof(queue === "collect" ? outstanding_amount : total_amount)}
        </span>
      ),
    },
    {
      label: "À savoir",
      cardPosition: "full",
      render: (order) => <Facts order={order} queue={queue} />,
    },
  ];
}

function Facts({ order, queue }: { order: QueuedOrder; queue: OrderQueue }) {
  const { stage, due_day, delivery_day, zone_name, pickup_point_name } = order;
  const { refusals, needs_call, calls, next_call_at, claimed_by } = order;
  const isPostponed = next_call_at !== null && Date.parse(next_call_at) > Date.now();
  return (
    <span className="flex flex-wrap gap-1">
      {claimed_by && <Tag color="gray">{`Pris par ${claimed_by}`}</Tag>}
      {queue === "late" && <Tag color={getOrderStageColor(stage)}>{getOrderStageLabel(stage)}</Tag>}
      {queue === "late" && <Tag color="red">{`Prévue le ${formatShortDay(due_day)}`}</Tag>}
      {queue !== "late" && delivery_day && <Tag color="blue">{formatShortDay(delivery_day)}</Tag>}
      {pickup_point_name && <Tag color="gray">Retrait</Tag>}
      {queue === "deliver" && zone_name && (
        <span className="md:hidden">
          <Tag color="gray">{zone_name}</Tag>
        </span>
      )}
      {needs_call && <Tag color="red">Appel nécessaire</Tag>}
      {refusals > 0 && <Tag color="red">{formatCount(refusals, "refus", "refus")}</Tag>}
      {queue === "confirm" && calls > 0 && <Tag color="amber">{formatCount(calls, "appel", "appels")}</Tag>}
      {queue === "confirm" && isPostponed && (
        <Tag color="gray">{`Rappeler le ${formatDateTime(next_call_at)}`}</Tag>
      )}
    </span>
  );
}
