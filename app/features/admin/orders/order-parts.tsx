/** The parts of an order that its details and its page show. */
import MapPin from "lucide-react/icons/map-pin";
import Phone from "lucide-react/icons/phone";
import type { ReactNode } from "react";
import { Image } from "#app/components/ui/image.tsx";
import { WhatsappIcon } from "#app/components/ui/whatsapp-icon.tsx";
import { formatXof } from "#app/lib/format/money.ts";
import { formatLineQuantity, formatQuantity } from "#app/lib/format/units.ts";
import { getOrderSubtotal } from "#app/lib/models/order.ts";
import { type AdminOrder, getOrderPhones } from "./admin-order.ts";

export function DetailItem({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs font-medium text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface OrderLinesProps {
  order: AdminOrder;
  /** Of each line, in their order, how many pieces or steps the customer has refused or returned; empty where unknown. */
  returned?: readonly number[];
}

export function OrderLines({ order, returned = [] }: OrderLinesProps) {
  const { discount_amount, discount_reason } = order;
  const discount = {
    label: discount_reason ? `Remise (${discount_reason})` : "Remise",
    amount: `−${formatXof(discount_amount)}`,
  };
  const amounts = [
    { label: "Sous-total", amount: formatXof(getOrderSubtotal(order)) },
    ...(discount_amount > 0 ? [discount] : []),
    { label: "Livraison", amount: formatXof(order.shipping_amount) },
  ];
  return (
    <div className="card grid content-start gap-3 p-3 text-sm md:p-4">
      <ul aria-label="Articles" className="grid gap-2.5">
        {order.lines.map(({ position, name, image, price, quantity, options, sold_by }) => (
          <li key={position} className="grid grid-cols-[40px_1fr_auto] items-center gap-x-3">
            <Image url={image} alt="" sizes="40px" className="rounded-md" />
            <span className="min-w-0">
              <span className="block font-medium break-words">{name}</span>
              {options && <span className="block break-words">{options}</span>}
              <span className="text-muted tabular-nums">{formatLineQuantity(quantity, price, sold_by)}</span>
              {(returned[position] ?? 0) > 0 && (
                <span className="block font-medium tabular-nums">
                  Refusé ou rendu : {formatQuantity(returned[position] ?? 0, sold_by)}
                </span>
              )}
            </span>
            <span className="whitespace-nowrap tabular-nums">{formatXof(price * quantity)}</span>
          </li>
        ))}
      </ul>
      <dl className="grid gap-1 border-t border-border pt-3 tabular-nums">
        {amounts.map(({ label, amount }) => (
          <div key={label} className="flex justify-between gap-x-4 text-muted">
            <dt className="min-w-0 break-words">{label}</dt>
            <dd className="whitespace-nowrap">{amount}</dd>
          </div>
        ))}
        <div className="flex items-baseline justify-between gap-x-4 font-bold">
          <dt>Total</dt>
          <dd className="text-base">{formatXof(order.total_amount)}</dd>
        </div>
        {order.credited_amount > 0 && (
          <div className="flex justify-between gap-x-4 text-muted">
            <dt>Refusé ou rendu</dt>
            <dd className="whitespace-nowrap">−{formatXof(order.credited_amount)}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}

export function Recipient({ order }: { order: AdminOrder }) {
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
