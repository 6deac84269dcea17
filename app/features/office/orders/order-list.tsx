/** The orders of one page of the list: a row for each, with all that there is to know of it folded in below. */
import ChevronDown from "lucide-react/icons/chevron-down";
import { useEffect, useRef, useState } from "react";
import { type Column, DataTable } from "../../../components/office/data-table.tsx";
import { Pill } from "../../../components/office/pill.tsx";
import { BusyButton } from "../../../components/ui/busy-button.tsx";
import { Picture } from "../../../components/ui/picture.tsx";
import { formatDateTime } from "../../../lib/date-times.ts";
import { formatXof } from "../../../lib/money.ts";
import { statusTone } from "../status-tones.ts";
import { CancelDialog } from "./cancel-dialog.tsx";
import { canBecome, type OfficeOrder } from "./office-order.ts";
import { OrderPanel } from "./order-panel.tsx";
import { type StatusAccess, useOrderStatus } from "./use-order-status.ts";

interface OrderListProps {
  orders: readonly OfficeOrder[];
  /** The one that is unfolded from the start. */
  opened: string | null;
  /** Gets an order as it stands after a change. */
  onChanged(order: OfficeOrder): void;
}

export function OrderList({ orders, opened, onChanged }: OrderListProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(opened === null ? [] : [opened]));
  const [leaving, setLeaving] = useState<OfficeOrder | null>(null);
  const keepFocus = useFocusAfterChange(leaving !== null);
  const access = useOrderStatus((order) => {
    keepFocus(order);
    onChanged(order);
  });

  function toggle({ id }: OfficeOrder) {
    setOpen((all) => new Set(all.has(id) ? [...all].filter((each) => each !== id) : [...all, id]));
  }

  const columns: Column<OfficeOrder>[] = [
    ...shown,
    {
      label: "Actions",
      onCard: "whole",
      render: (order) => (
        <RowActions
          order={order}
          access={access}
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
        keyOf={({ id }) => id}
        details={{
          idOf: detailsId,
          render: (order) =>
            open.has(order.id) && (
              <OrderPanel order={order} access={access} onCancel={() => setLeaving(order)} />
            ),
        }}
      />
      {leaving && (
        <CancelDialog
          order={leaving}
          onConfirm={(cancellation_reason) =>
            access.change(leaving, { status: "cancelled", cancellation_reason })
          }
          onClose={() => setLeaving(null)}
        />
      )}
    </>
  );
}

const detailsId = ({ id }: OfficeOrder) => `details-${id}`;
const toggleId = ({ id }: OfficeOrder) => `toggle-${id}`;

/**
 * The button that brought an order to its next state goes, or can be pressed no more: the focus goes on to the one that
 * folds the order, which is always there. Not while a dialog is open, which has the focus itself.
 */
function useFocusAfterChange(isAsking: boolean) {
  const changed = useRef<OfficeOrder | null>(null);
  useEffect(() => {
    if (isAsking || !changed.current) return;
    const focused = document.activeElement;
    if (!focused || focused === document.body || focused.matches(":disabled")) {
      document.getElementById(toggleId(changed.current))?.focus({ preventScroll: true });
    }
    changed.current = null;
  });
  return (order: OfficeOrder) => {
    changed.current = order;
  };
}

const shown: Column<OfficeOrder>[] = [
  { label: "Commande", isName: true, render: (order) => <Name order={order} /> },
  {
    label: "Client",
    render: ({ customer_name, phone }) => (
      <span className="grid min-w-0 md:max-w-56">
        <span className="wrap-anywhere">{customer_name}</span>
        <span className="text-xs whitespace-nowrap text-ink-soft tabular-nums">{phone}</span>
      </span>
    ),
  },
  { label: "Produits", render: ({ lines }) => <Thumbnails lines={lines} /> },
  {
    label: "Total",
    numeric: true,
    render: ({ total_amount }) => (
      <span className="font-semibold whitespace-nowrap">{formatXof(total_amount)}</span>
    ),
  },
  {
    label: "Statut",
    render: ({ status }) => <StatusBadge status={status} />,
  },
];

function Name({ order: { id, number, created_at } }: { order: OfficeOrder }) {
  return (
    <span className="grid">
      <span className="whitespace-nowrap">{number}</span>
      <span className="text-xs font-normal whitespace-nowrap text-ink-soft">
        <code>{id.slice(0, 8)}</code> · <time dateTime={created_at}>{formatDateTime(created_at)}</time>
      </span>
    </span>
  );
}

/** An order that other hands have written may have none. */
function StatusBadge({ status }: { status: string | null }) {
  return <Pill tone={statusTone("orders", status ?? "")}>{status?.toUpperCase() || "N/A"}</Pill>;
}

/** Pictures in a row. */
const PICTURES = 3;

function Thumbnails({ lines }: Pick<OfficeOrder, "lines">) {
  const more = lines.length - PICTURES;
  return (
    <span className="grid gap-0.5 max-md:justify-items-end">
      <span className="flex gap-1">
        {lines.slice(0, PICTURES).map(({ position, name, image }) => (
          <Picture key={position} url={image} alt={name} sizes="36px" className="w-9 shrink-0 rounded-md" />
        ))}
      </span>
      {more > 0 && <span className="text-xs whitespace-nowrap text-ink-soft">+{more} autres produits</span>}
    </span>
  );
}

interface RowActionsProps {
  order: OfficeOrder;
  access: StatusAccess;
  isOpen: boolean;
  onToggle(): void;
}

function RowActions({ order, access, isOpen, onToggle }: RowActionsProps) {
  const { number } = order;
  return (
    <span className="flex gap-1.5 max-md:w-full max-md:pt-1 max-md:*:grow max-md:*:basis-0">
      <BusyButton
        type="button"
        aria-label={`Terminer la commande ${number}`}
        className="btn btn-outline"
        disabled={!canBecome(order, "completed")}
        busy={access.pendingOf(order) === "completed"}
        onClick={() => void access.change(order, { status: "completed" })}
      >
        Terminer
      </BusyButton>
      <button
        id={toggleId(order)}
        type="button"
        aria-expanded={isOpen}
        aria-controls={detailsId(order)}
        aria-label={`Détails de la commande ${number}`}
        title="Détails"
        className="btn btn-outline md:px-2"
        onClick={onToggle}
      >
        <span aria-hidden className="md:hidden">
          Détails
        </span>
        <ChevronDown aria-hidden size={18} className={isOpen ? "rotate-180" : ""} />
      </button>
    </span>
  );
}
