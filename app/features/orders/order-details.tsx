/** The details of an order, for the dialog and the printable page. */

import { Image } from "#app/components/ui/image.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { UnbrokenNumbers } from "#app/components/ui/unbroken-numbers.tsx";
import { formatLongDate } from "#app/lib/format/dates.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { formatLineQuantity } from "#app/lib/format/units.ts";
import { formatDeliveryDay } from "#app/lib/models/delivery-days.ts";
import { getOrderSubtotal, getOutstandingAmount, getStatusTime, type Order } from "#app/lib/models/order.ts";
import { OrderTimeline } from "./order-timeline.tsx";
import { StatusBadge } from "./status-badge.tsx";

export function OrderDetails({ order }: { order: Order }) {
  const { status, cancellation_reason, customer_name, address, phone, paymentLabel, notes } = order;
  const { mapUrl, delivery_day, delivery_half } = order;
  return (
    <div className="grid gap-5">
      <OrderDates order={order} />
      {status === "cancelled" && cancellation_reason && (
        <Notice variant="warning">
          <p className="font-semibold">Motif de l'annulation</p>
          <p className="break-words">{cancellation_reason}</p>
        </Notice>
      )}
      <OrderLines order={order} />
      <OrderTimeline key={order.id} order={order} />
      <dl className="grid gap-4 sm:grid-cols-2">
        <div>
          <dt className="text-sm text-muted">Livraison</dt>
          <dd className="break-words">
            <span className="block font-semibold">{customer_name}</span>
            {address.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
            <span className="block whitespace-nowrap tabular-nums">{phone}</span>
            {mapUrl && (
              <a
                href={mapUrl}
                target="_blank"
                rel="noopener noreferrer"
                className="link inline-flex min-h-11 items-center"
              >
                Position sur la carte
              </a>
            )}
          </dd>
        </div>
        {delivery_day && (
          <div>
            <dt className="text-sm text-muted">Jour de livraison</dt>
            <dd className="font-semibold first-letter:uppercase">
              {formatDeliveryDay(delivery_day, delivery_half)}
            </dd>
          </div>
        )}
        <div>
          <dt className="text-sm text-muted">Paiement</dt>
          <dd className="font-semibold">{paymentLabel}</dd>
        </div>
        {notes && (
          <div className="sm:col-span-2">
            <dt className="text-sm text-muted">Notes</dt>
            <dd className="break-words whitespace-pre-line">{notes}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}

/** The date of the order and, once its status has changed, the status with its date. */
function OrderDates({ order }: { order: Order }) {
  const { id, status, created_at } = order;
  const since = getStatusTime(order);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm text-muted">
      <p>
        Passée le <time dateTime={created_at}>{formatLongDate(created_at)}</time> · n°&nbsp;{id.slice(0, 8)}
      </p>
      <p className="flex items-center gap-2">
        <StatusBadge status={status} />
        {since !== null && (
          <span>
            le <time dateTime={since}>{formatLongDate(since)}</time>
          </span>
        )}
      </p>
    </div>
  );
}

function OrderLines({ order }: { order: Order }) {
  const { lines, shipping_amount, discount_amount, total_amount, credited_amount, paid_amount } = order;
  const outstanding = getOutstandingAmount(order);
  return (
    <div className="grid gap-3">
      <ul aria-label="Articles" className="grid gap-3 border-y border-border py-4">
        {lines.map(({ position, name, image, price, quantity, sold_by }) => (
          <li key={position} className="grid break-inside-avoid grid-cols-[56px_1fr] gap-3">
            <Image url={image} alt="" sizes="56px" priority="eager" className="rounded-md" />
            <div className="min-w-0">
              <p className="text-sm font-semibold break-words">
                <UnbrokenNumbers text={name} />
              </p>
              <p className="flex flex-wrap items-baseline justify-between gap-x-3 tabular-nums">
                <span className="text-sm text-muted">{formatLineQuantity(quantity, price, sold_by)}</span>
                <span className="font-semibold">{formatXof(price * quantity)}</span>
              </p>
            </div>
          </li>
        ))}
      </ul>
      <dl className="grid gap-1 tabular-nums">
        <AmountRow label="Sous-total" amount={formatXof(getOrderSubtotal(order))} />
        {discount_amount > 0 && <AmountRow label="Remise" amount={`−${formatXof(discount_amount)}`} />}
        <AmountRow label="Livraison" amount={formatXof(shipping_amount)} />
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <dt className="font-bold">Total</dt>
          <dd className="text-xl font-extrabold">{formatXof(total_amount)}</dd>
        </div>
        {credited_amount > 0 && (
          <AmountRow label="Refusé ou rendu" amount={`−${formatXof(credited_amount)}`} />
        )}
        {paid_amount > 0 && <AmountRow label="Payé" amount={formatXof(paid_amount)} />}
        {outstanding !== 0 && (credited_amount > 0 || paid_amount > 0) && (
          <div className="flex flex-wrap justify-between gap-x-4 font-bold">
            <dt>{outstanding > 0 ? "Reste à payer" : "Nous vous devons"}</dt>
            <dd>{formatXof(Math.abs(outstanding))}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}

function AmountRow({ label, amount }: { label: string; amount: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-muted">{label}</dt>
      <dd>{amount}</dd>
    </div>
  );
}
