/** All details of an order, with its actions. */

import Ban from "lucide-react/icons/ban";
import MapPin from "lucide-react/icons/map-pin";
import Phone from "lucide-react/icons/phone";
import Printer from "lucide-react/icons/printer";
import { type ReactNode, use } from "react";
import { Link } from "react-router";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Button, buttonClass } from "#app/components/ui/button.tsx";
import { Image } from "#app/components/ui/image.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { WhatsappIcon } from "#app/components/ui/whatsapp-icon.tsx";
import { CustomerMessage } from "#app/features/admin/shared/customer-message.tsx";
import {
  NEXT_STATUSES,
  type NextStatus,
  transitions,
} from "#app/features/admin/shared/labels/order-statuses.ts";
import { RightsContext } from "#app/features/admin/shared/use-rights.ts";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { formatDeliveryDay } from "#app/lib/models/delivery-days.ts";
import { getOrderSubtotal } from "#app/lib/models/order.ts";
import {
  type AdminOrder,
  canTransition,
  getOrderHistory,
  getOrderPhones,
  isStockReleased,
} from "./admin-order.ts";
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

function DetailItem({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs font-medium text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function OrderLines({ order }: { order: AdminOrder }) {
  const amounts = [
    { label: "Sous-total", amount: getOrderSubtotal(order) },
    ...(order.discount_amount > 0 ? [{ label: "Remise", amount: -order.discount_amount }] : []),
    { label: "Livraison", amount: order.shipping_amount },
  ];
  return (
    <div className="card grid content-start gap-3 p-3 text-sm md:p-4">
      <ul aria-label="Articles" className="grid gap-2.5">
        {order.lines.map(({ position, name, image, price, quantity, options }) => (
          <li key={position} className="grid grid-cols-[40px_1fr_auto] items-center gap-x-3">
            <Image url={image} alt="" sizes="40px" className="rounded-md" />
            <span className="min-w-0">
              <span className="block font-medium break-words">{name}</span>
              {options && <span className="block break-words">{options}</span>}
              <span className="text-muted tabular-nums">
                {quantity} × {formatXof(price)}
              </span>
            </span>
            <span className="whitespace-nowrap tabular-nums">{formatXof(price * quantity)}</span>
          </li>
        ))}
      </ul>
      <dl className="grid gap-1 border-t border-border pt-3 tabular-nums">
        {amounts.map(({ label, amount }) => (
          <div key={label} className="flex justify-between gap-x-4 text-muted">
            <dt>{label}</dt>
            <dd>{formatXof(amount)}</dd>
          </div>
        ))}
        <div className="flex items-baseline justify-between gap-x-4 font-bold">
          <dt>Total</dt>
          <dd className="text-base">{formatXof(order.total_amount)}</dd>
        </div>
      </dl>
    </div>
  );
}

function Recipient({ order }: { order: AdminOrder }) {
  const { customer_name, customer_email, address, mapUrl } = order;
  return (
    <address className="grid not-italic">
      <span className="font-semibold break-words">{customer_name}</span>
      {address.map((line) => (
        <span key={line} className="break-words">
          {line}
        </span>
      ))}
      {mapUrl && (
        <a
          href={mapUrl}
          target="_blank"
          rel="noopener noreferrer"
          className="link inline-flex min-h-11 items-center gap-1.5 md:min-h-8"
        >
          <MapPin aria-hidden size={15} />
          Ouvrir la carte
        </a>
      )}
      {getOrderPhones(order).map(({ text, tel, whatsapp }) => (
        <span key={text} className="flex flex-wrap gap-x-4 tabular-nums">
          {tel ? (
            <a href={tel} className="link inline-flex min-h-11 items-center gap-1.5 md:min-h-8">
              <Phone aria-hidden size={15} />
              {text}
            </a>
          ) : (
            text
          )}
          {whatsapp && (
            <a
              href={whatsapp}
              target="_blank"
              rel="noopener noreferrer"
              className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-success-strong underline underline-offset-3 md:min-h-8"
            >
              <WhatsappIcon />
              WhatsApp
              <span className="sr-only"> au {text}</span>
            </a>
          )}
        </span>
      ))}
      {customer_email && <span className="break-all text-muted">{customer_email}</span>}
    </address>
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
      <Link to={`/admin/orders/${id}/slip`} className={buttonClass("outline")}>
        <Printer aria-hidden size={16} />
        Bon de livraison
      </Link>
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
