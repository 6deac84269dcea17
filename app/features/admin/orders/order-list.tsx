/** The orders of one page of the list: a row for each, with its collapsible details below. */

import ChevronDown from "lucide-react/icons/chevron-down";
import { useState } from "react";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { PhoneLink } from "#app/components/admin/phone-link.tsx";
import { Tag } from "#app/components/admin/tag.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Image } from "#app/components/ui/image.tsx";
import { getOrderStatusColor, transitions } from "#app/features/admin/shared/labels/order-statuses.ts";
import { useRight } from "#app/features/admin/shared/use-rights.ts";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { getOutstandingAmount } from "#app/lib/models/order.ts";
import { type AdminOrder, canTransition, isStockReleased } from "./admin-order.ts";
import { CancelDialog } from "./cancel-dialog.tsx";
import { CompleteDialog } from "./complete-dialog.tsx";
import { OrderDetails } from "./order-details.tsx";
import { useOrderStatusMutation } from "./use-order-status-mutation.ts";

interface OrderListProps {
  orders: readonly AdminOrder[];
  /** The id of the order that is expanded initially. */
  initiallyOpen: string | null;
  /** Receives an order in its state after a change. */
  onChanged(order: AdminOrder): void;
}

export function OrderList({ orders, initiallyOpen, onChanged }: OrderListProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(initiallyOpen === null ? [] : [initiallyOpen]),
  );
  const [asked, setAsked] = useState<{ status: "completed" | "cancelled"; id: string } | null>(null);
  // As it is now: others change what it costs.
  const order = orders.find(({ id }) => id === asked?.id);
  const mutation = useOrderStatusMutation(onChanged);

  function toggle({ id }: AdminOrder) {
    setOpen((all) => new Set(all.has(id) ? [...all].filter((each) => each !== id) : [...all, id]));
  }

  const columns: Column<AdminOrder>[] = [
    ...dataColumns,
    {
      label: "Actions",
      cardPosition: "second-end",
      render: (order) => (
        <RowActions
          order={order}
          onComplete={() => setAsked({ status: "completed", id: order.id })}
          isOpen={open.has(order.id)}
          onToggle={() => toggle(order)}
        />
      ),
    },
  ];
  return (
    <>
      <DataTable
        caption="Les commandes"
        columns={columns}
        rows={orders}
        getRowKey={({ id }) => id}
        details={{
          getId: getDetailsId,
          render: (order) =>
            open.has(order.id) && (
              <OrderDetails
                order={order}
                mutation={mutation}
                onCancel={() => setAsked({ status: "cancelled", id: order.id })}
              />
            ),
        }}
      />
      {order && asked?.status === "completed" && (
        <CompleteDialog
          order={order}
          onConfirm={() => mutation.mutate(order, { status: "completed" })}
          onClose={() => setAsked(null)}
        />
      )}
      {order && asked?.status === "cancelled" && (
        <CancelDialog
          order={order}
          onConfirm={(cancellation_reason) =>
            mutation.mutate(order, { status: "cancelled", cancellation_reason })
          }
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

const getDetailsId = ({ id }: AdminOrder) => `details-${id}`;

const dataColumns: Column<AdminOrder>[] = [
  { label: "Commande", isRowHeader: true, render: (order) => <Name order={order} /> },
  {
    label: "Client",
    cardPosition: "second",
    render: ({ customer_name, phone }) => (
      <span className="min-w-0 max-md:flex max-md:w-full max-md:items-center md:grid md:max-w-56">
        <span className="wrap-anywhere max-md:line-clamp-2 max-md:grow max-md:leading-tight">
          {customer_name}
        </span>
        <PhoneLink phone={phone} />
      </span>
    ),
  },
  { label: "Produits", cardPosition: "hidden", render: ({ lines }) => <Thumbnails lines={lines} /> },
  {
    label: "Total",
    numeric: true,
    cardPosition: "first-end",
    render: ({ total_amount }) => (
      <span className="font-semibold whitespace-nowrap">{formatXof(total_amount)}</span>
    ),
  },
  {
    label: "Statut",
    cardPosition: "first-end",
    render: (order) => (
      <span className="flex flex-wrap gap-1">
        <StatusBadge status={order.status} />
        {isStockReleased(order) && <Tag color="gray">Stock rendu</Tag>}
      </span>
    ),
  },
];

function Name({ order: { id, number, created_at } }: { order: AdminOrder }) {
  return (
    <span className="grid">
      <span className="whitespace-nowrap">{number}</span>
      <span className="text-xs font-normal whitespace-nowrap text-muted max-md:-mt-0.5">
        <span className="max-md:sr-only">
          <code>{id.slice(0, 8)}</code> ·{" "}
        </span>
        <time dateTime={created_at}>{formatDateTime(created_at)}</time>
      </span>
    </span>
  );
}

/** The stored status in capitals; «N/A» without one, which the database rejects. */
function StatusBadge({ status }: { status: string | null }) {
  return <Tag color={getOrderStatusColor(status ?? "")}>{status?.toUpperCase() || "N/A"}</Tag>;
}

/** The number of thumbnails in a row. */
const MAX_THUMBNAILS = 3;

function Thumbnails({ lines }: Pick<AdminOrder, "lines">) {
  const more = lines.length - MAX_THUMBNAILS;
  return (
    <span className="grid gap-0.5 max-md:justify-items-end">
      <span className="flex gap-1">
        {lines.slice(0, MAX_THUMBNAILS).map(({ position, name, image }) => (
          <Image key={position} url={image} alt={name} sizes="36px" className="w-9 shrink-0 rounded-md" />
        ))}
      </span>
      {more > 0 && <span className="text-xs whitespace-nowrap text-muted">+{more} autres produits</span>}
    </span>
  );
}

interface RowActionsProps {
  order: AdminOrder;
  onComplete(): void;
  isOpen: boolean;
  onToggle(): void;
}

function RowActions({ order, onComplete, isOpen, onToggle }: RowActionsProps) {
  const { number } = order;
  const mayTake = useRight("cash.take");
  const mayComplete = useRight(transitions.completed.right);
  const canComplete = canTransition(order, "completed");
  // Completing an order takes what is still to pay.
  const needsCash = canComplete && !mayTake && getOutstandingAmount(order) > 0;
  return (
    <span className="flex gap-1.5">
      {mayComplete && (
        <Button
          variant="outline"
          aria-label={`Terminer la commande ${number}`}
          disabled={needsCash || !canComplete}
          title={needsCash ? "À encaisser d'abord par la caisse" : undefined}
          className="max-md:px-2 max-md:text-sm"
          onClick={onComplete}
        >
          {transitions.completed.action}
        </Button>
      )}
      <Button
        variant="outline"
        aria-expanded={isOpen}
        aria-controls={getDetailsId(order)}
        aria-label={`Détails de la commande ${number}`}
        title="Détails"
        className="px-2! max-md:min-w-11"
        onClick={onToggle}
      >
        <ChevronDown aria-hidden size={18} className={isOpen ? "rotate-180" : ""} />
      </Button>
    </span>
  );
}
