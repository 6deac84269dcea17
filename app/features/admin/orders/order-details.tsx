/** All details of an order, with its actions. */

import Ban from "lucide-react/icons/ban";
import FileText from "lucide-react/icons/file-text";
import Printer from "lucide-react/icons/printer";
import { use } from "react";
import { Link } from "react-router";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Button, buttonClass } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { CustomerMessage } from "#app/features/admin/shared/customer-message.tsx";
import {
  NEXT_STATUSES,
  type NextStatus,
  transitions,
} from "#app/features/admin/shared/labels/order-statuses.ts";
import { RightsContext } from "#app/features/admin/shared/use-rights.ts";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import { formatDeliveryDay } from "#app/lib/models/delivery-days.ts";
import { type AdminOrder, canTransition, getOrderHistory, isStockReleased } from "./admin-order.ts";
import { ChangeLinks } from "./change-links.tsx";
import { DetailItem, OrderLines, Recipient } from "./order-parts.tsx";
import type { OrderStatusMutation } from "./use-order-status-mutation.ts";

interface OrderDetailsProps {
  order: AdminOrder;
  mutation: OrderStatusMutation;
  onCancel(): void;
}

export function OrderDetails({ order, mutation, onCancel }: OrderDetailsProps) {
  const { status, cancellation_reason, notes, paymentLabel, zone_name, delivery_day, delivery_half } = order;
  return (
    <section aria-label={`Commande ${order.number}`} className="grid gap-4 bg-surface p-4 md:p-5">
      {status === "cancelled" && cancellation_reason && (
        <Notice variant="warning">
          <span className="font-semibold">Motif de l'annulation : </span>
          <span className="break-words">{cancellation_reason}</span>
        </Notice>
      )}
      {isStockReleased(order) && (
        <Notice variant="warning">
          <span className="font-semibold">Stock rendu. </span>
          Personne n'a confirmé cette commande à temps. La traiter ou la terminer reprend son stock.
        </Notice>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-[1fr_300px]">
        <OrderLines order={order} />
        <dl className="grid content-start gap-4 text-sm sm:grid-cols-2 lg:grid-cols-1">
          <DetailItem label="Livraison">
            <Recipient order={order} />
          </DetailItem>
          {zone_name && <DetailItem label="Zone">{zone_name}</DetailItem>}
          {delivery_day && (
            <DetailItem label="Jour de livraison">
              {formatDeliveryDay(delivery_day, delivery_half)}
            </DetailItem>
          )}
          <DetailItem label="Paiement">{paymentLabel}</DetailItem>
          {notes && (
            <DetailItem label="Note du client">
              <span className="break-words whitespace-pre-line">{notes}</span>
            </DetailItem>
          )}
          <DetailItem label="Historique">
            <History order={order} />
          </DetailItem>
        </dl>
      </div>
      <Actions order={order} mutation={mutation} onCancel={onCancel} />
    </section>
  );
}

function History({ order }: { order: AdminOrder }) {
  return (
    <ol className="grid gap-1.5 border-l-2 border-border-strong pt-0.5 pl-3">
      {getOrderHistory(order).map(({ label, at, by }) => (
        <li key={label}>
          <span className="font-medium">{label}</span>
          <span className="block text-muted">
            <time dateTime={at}>{formatDateTime(at)}</time>
            {by && ` par ${by}`}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** The row has the button that completes an order, and a cancellation asks for its reason. */
const hasButtonHere = (status: NextStatus) => status !== "completed" && status !== "cancelled";

function Actions({ order, mutation, onCancel }: OrderDetailsProps) {
  const { id } = order;
  const rights = use(RightsContext);
  const maySet = (status: NextStatus) =>
    canTransition(order, status) && rights.has(transitions[status].right);
  return (
    <div className="flex flex-wrap gap-2 max-sm:*:grow">
      {NEXT_STATUSES.filter(hasButtonHere).map(
        (status) =>
          maySet(status) && (
            <BusyButton
              variant="primary"
              key={status}
              busy={mutation.getPendingStatus(order) === status}
              onClick={() => void mutation.mutate(order, { status })}
            >
              {transitions[status].action}
            </BusyButton>
          ),
      )}
      <Link to={`/admin/orders/${id}`} className={buttonClass("outline")}>
        <FileText aria-hidden size={16} />
        Page de la commande
      </Link>
      <Link to={`/admin/orders/${id}/slip`} className={buttonClass("outline")}>
        <Printer aria-hidden size={16} />
        Bon de livraison
      </Link>
      <ChangeLinks order={order} />
      <CustomerMessage key={order.updated_at} orderId={id} phone={order.customer_phone} />
      {maySet("cancelled") && (
        <Button variant="danger" className="sm:ml-auto" onClick={onCancel}>
          <Ban aria-hidden size={16} />
          {transitions.cancelled.action}
        </Button>
      )}
    </div>
  );
}
