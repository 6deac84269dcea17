/**
 * The delivery slip of an order: address, items with their references, amount to collect, and a place to sign.
 * Designed for print. The slip of an order that is over says so, so that nobody delivers or collects by it again.
 */
import { formatLongDate } from "#app/lib/format/dates.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { formatQuantity, isSoldByUnit } from "#app/lib/format/units.ts";
import { formatDeliveryDay } from "#app/lib/models/delivery-days.ts";
import { getKeptAmount, getOrderSubtotal, getOutstandingAmount } from "#app/lib/models/order.ts";
import { type AdminOrder, getOrderPhones } from "./admin-order.ts";
import { Barcode } from "./barcode.tsx";

/** The shop's contact details; empty strings when they are unknown. */
interface SlipShop {
  shop_name: string;
  address: string;
  phone: string;
  email: string;
}

interface DeliverySlipProps {
  order: AdminOrder;
  shop: SlipShop;
  /** The references of the products by their ids; a product without one, or a deleted one, is missing. */
  references: ReadonlyMap<string, string>;
}

export function DeliverySlip({ order, shop, references }: DeliverySlipProps) {
  const { number, id, created_at, notes, zone_name, delivery_day, delivery_half } = order;
  return (
    <article aria-labelledby="slip" className="card grid gap-6 p-4 sm:p-8">
      <header className="flex items-start max-sm:flex-wrap justify-between gap-x-8 gap-y-3 border-b-2 border-foreground pb-4">
        <div>
          <h1 id="slip" className="text-2xl">
            Bon de livraison
          </h1>
          <p className="text-lg font-bold">{number}</p>
          <p className="text-sm text-muted">
            n° {id.slice(0, 8)} · commande du <time dateTime={created_at}>{formatLongDate(created_at)}</time>
          </p>
          {(zone_name || delivery_day) && (
            <p className="mt-1 font-semibold">
              {[
                zone_name && `Zone ${zone_name}`,
                delivery_day && formatDeliveryDay(delivery_day, delivery_half),
              ]
                .filter(Boolean)
                .join(" · ")}
            </p>
          )}
          <Barcode text={number} className="mt-3 h-11 w-56 max-w-full" />
        </div>
        <address className="grid max-w-80 text-sm not-italic sm:justify-items-end sm:text-right">
          <span className="flex items-center gap-2">
            <img src="/favicon.svg" alt="" width={40} height={40} />
            <strong className="font-heading text-lg">{shop.shop_name}</strong>
          </span>
          {[shop.address, shop.phone, shop.email].filter(Boolean).map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
      </header>
      <FinalStatus order={order} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Recipient order={order} />
        <section aria-labelledby="landmarks">
          <h2 id="landmarks" className="text-sm font-semibold text-muted">
            Repères et consignes
          </h2>
          {notes ? (
            <p className="break-words whitespace-pre-line">{notes}</p>
          ) : (
            <p aria-hidden className="mt-7 border-b border-border-strong pb-7" />
          )}
        </section>
      </div>
      <ItemTable order={order} references={references} />
      <Totals order={order} />
      {order.status !== "cancelled" && <Signature />}
    </article>
  );
}

/** What is stamped across the slip of an order that is over. */
const FINAL_MARKS: Readonly<Partial<Record<AdminOrder["status"], { text: string; hint: string }>>> = {
  cancelled: { text: "ANNULÉE", hint: "Rien à livrer, rien à encaisser." },
  completed: { text: "Payée/terminée", hint: "Déjà livrée : rien à encaisser." },
};

function FinalStatus({ order: { status, cancelled_at, completed_at } }: { order: AdminOrder }) {
  const mark = FINAL_MARKS[status];
  if (!mark) return null;
  const at = cancelled_at ?? completed_at;
  return (
    <p className="grid justify-items-center gap-0.5 border-4 border-double border-foreground p-3 text-center">
      <strong className="text-3xl font-extrabold tracking-wider uppercase">{mark.text}</strong>
      <span>
        {mark.hint}
        {at && (
          <>
            {" "}
            Le <time dateTime={at}>{formatLongDate(at)}</time>.
          </>
        )}
      </span>
    </p>
  );
}

function Recipient({ order }: { order: AdminOrder }) {
  return (
    <section aria-labelledby="recipient">
      <h2 id="recipient" className="text-sm font-semibold text-muted">
        {/* What is taken along from the counter has no address. */}
        {order.pickup_point_name || order.address.length === 0 ? "À remettre à" : "À livrer à"}
      </h2>
      <address className="grid not-italic">
        <strong className="text-lg break-words">{order.customer_name}</strong>
        {order.address.map((line) => (
          <span key={line} className="break-words">
            {line}
          </span>
        ))}
        {order.mapUrl && (
          <a href={order.mapUrl} className="link text-sm print:hidden">
            Ouvrir la carte
          </a>
        )}
        {getOrderPhones(order).map(({ text }) => (
          <span key={text} className="text-lg font-semibold tabular-nums">
            {text}
          </span>
        ))}
      </address>
    </section>
  );
}

function ItemTable({ order: { lines }, references }: Pick<DeliverySlipProps, "order" | "references">) {
  return (
    <table className="w-full border-collapse text-left text-sm tabular-nums">
      <caption className="sr-only">Articles</caption>
      <thead>
        <tr className="border-b border-foreground text-xs">
          <th scope="col" className="py-1.5 pr-3">
            Article
          </th>
          <th scope="col" className="px-3 py-1.5 text-right">
            Quantité
          </th>
          <th scope="col" className="px-3 py-1.5 text-right max-sm:hidden print:table-cell">
            Prix
          </th>
          <th scope="col" className="py-1.5 pl-3 text-right">
            Montant
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ position, id, name, price, quantity, options, sold_by }) => (
          <tr key={position} className="break-inside-avoid border-b border-border">
            <th scope="row" className="min-w-24 py-2 pr-3 font-medium wrap-anywhere">
              {name}
              {references.has(id) && (
                <span className="block text-xs font-normal text-muted">Réf. {references.get(id)}</span>
              )}
              {options && <span className="block font-normal">{options}</span>}
            </th>
            <td className="px-3 py-2 text-right font-semibold">
              {isSoldByUnit(sold_by) ? formatQuantity(quantity, sold_by) : quantity}
            </td>
            <td className="px-3 py-2 text-right whitespace-nowrap max-sm:hidden print:table-cell">
              {formatXof(price)}
            </td>
            <td className="py-2 pl-3 text-right whitespace-nowrap">{formatXof(price * quantity)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Totals({ order }: { order: AdminOrder }) {
  const { status, shipping_amount, discount_amount, credited_amount, paid_amount, total_amount } = order;
  const outstanding = getOutstandingAmount(order);
  // Orders of before the cash book were paid when they were completed.
  const isSettled = status === "completed" && (paid_amount === 0 || outstanding <= 0);
  const amounts = [
    { label: "Sous-total", amount: formatXof(getOrderSubtotal(order)) },
    { label: "Remise", amount: discount_amount > 0 && `−${formatXof(discount_amount)}` },
    { label: "Livraison", amount: formatXof(shipping_amount) },
    { label: "Refusé ou rendu", amount: credited_amount > 0 && `−${formatXof(credited_amount)}` },
    { label: "Déjà payé", amount: paid_amount > 0 && !isSettled && `−${formatXof(paid_amount)}` },
  ].filter(({ amount }) => amount);
  return (
    <dl className="ml-auto grid w-full max-w-100 break-inside-avoid gap-1 tabular-nums">
      {amounts.map(({ label, amount }) => (
        <div key={label} className="flex justify-between gap-4 text-sm">
          <dt>{label}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
      <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4 border-2 border-foreground px-3 py-2">
        <dt className="font-bold">{isSettled ? "Payée" : getDueLabel(order, outstanding)}</dt>
        <dd className="text-xl font-extrabold whitespace-nowrap">
          {status === "cancelled" ? (
            <s className="font-normal">{formatXof(total_amount)}</s>
          ) : (
            formatXof(isSettled ? getKeptAmount(order) : Math.max(outstanding, 0))
          )}
        </dd>
      </div>
    </dl>
  );
}

function getDueLabel({ status, isPaidInCash, paymentLabel }: AdminOrder, outstanding: number): string {
  if (status === "cancelled") return "Annulée, rien à encaisser";
  if (outstanding <= 0) return "Payée d'avance, rien à encaisser";
  return isPaidInCash ? "À encaisser en espèces" : `Total (${paymentLabel})`;
}

function Signature() {
  return (
    <section aria-label="Réception" className="grid break-inside-avoid gap-3">
      <p className="text-sm">Marchandises reçues complètes et en bon état.</p>
      <ul className="grid grid-cols-3 gap-4 text-sm text-muted">
        {["Date", "Nom", "Signature du client"].map((label) => (
          <li key={label} className="h-20 border-b border-foreground">
            {label}
          </li>
        ))}
      </ul>
    </section>
  );
}
