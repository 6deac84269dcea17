/**
 * The sheet of a run, which its courier takes along: on A4 a table to sign, on the paper of a receipt printer (80 mm) one
 * stop under the other. It is a delivery slip of several orders.
 */
import type { ReactNode } from "react";
import { formatXof } from "#app/lib/format/money.ts";
import { formatCount } from "#app/lib/format/numbers.ts";
import { formatQuantity, isSoldByUnit } from "#app/lib/format/units.ts";
import { formatDay } from "#app/lib/format/weekdays.ts";
import { formatWeight } from "#app/lib/format/weights.ts";
import { HALF_DAY_LABELS } from "#app/lib/models/delivery-days.ts";
import { getTotals, type Run, type RunStop } from "./run.ts";

type Paper = "a4" | "receipt";

interface RunSheetProps {
  run: Run;
  shop: { shop_name: string; phone: string };
  paper: Paper;
  /** The number of an order, for scanners. */
  renderCode(number: string): ReactNode;
}

export function RunSheet({ run, shop, paper, renderCode }: RunSheetProps) {
  // The places are those on the courier's phone, where what was cancelled meanwhile keeps its own.
  const places = run.stops.flatMap((stop, index) => (stop.is_open ? { stop, place: index + 1 } : []));
  const stops = places.map(({ stop }) => stop);
  const { due, grams } = getTotals(stops);
  const isReceipt = paper === "receipt";
  return (
    <article aria-labelledby="sheet" className={isReceipt ? "admin-receipt card p-3" : "card p-4 sm:p-8"}>
      <header className="grid gap-1 border-b-2 border-foreground pb-3">
        <p className="font-heading font-bold">
          {shop.shop_name}
          {shop.phone && <span className="font-normal"> · {shop.phone}</span>}
        </p>
        <h1 id="sheet" className="text-2xl">
          Feuille de tournée
        </h1>
        <p className="text-lg font-bold wrap-anywhere">{run.name}</p>
        <p>
          <span className="inline-block first-letter:uppercase">{formatDay(run.day)}</span> · Livreur&nbsp;:{" "}
          {run.courier_name ?? "à choisir"}
        </p>
        <p>
          {formatCount(stops.length, "arrêt", "arrêts")} · À encaisser&nbsp;:{" "}
          <strong>{formatXof(due)}</strong>
          {grams > 0 && ` · ${formatWeight(grams)}`}
        </p>
      </header>
      {stops.length === 0 && <p className="py-6">Cette tournée n'a plus rien à livrer.</p>}
      <ol>
        {places.map(({ stop, place }) => (
          <Stop key={stop.order_id} stop={stop} place={place} isReceipt={isReceipt} renderCode={renderCode} />
        ))}
      </ol>
      <footer className="mt-4 grid break-inside-avoid grid-cols-2 gap-4 text-sm">
        {["Remis au livreur (signature)", "Espèces rapportées"].map((label) => (
          <p key={label} className="h-16 border-b border-foreground">
            {label}
          </p>
        ))}
      </footer>
    </article>
  );
}

interface StopProps {
  stop: RunStop;
  place: number;
  isReceipt: boolean;
  renderCode(number: string): ReactNode;
}

function Stop({ stop, place, isReceipt, renderCode }: StopProps) {
  const {
    number,
    customer_name,
    customer_phone,
    address,
    notes,
    zone_name,
    delivery_half,
    due_amount,
    lines,
  } = stop;
  return (
    <li
      className={`grid break-inside-avoid gap-x-6 gap-y-2 border-b border-foreground py-3 ${isReceipt ? "" : "sm:grid-cols-[1fr_14rem] print:grid-cols-[1fr_14rem]"}`}
    >
      <div className="min-w-0 wrap-anywhere">
        <p className="text-lg">
          <strong>
            {place}. {customer_name}
          </strong>
        </p>
        <p className="text-lg font-semibold tabular-nums">{customer_phone}</p>
        {address.lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {address.landmark && (
          <p>
            Repère&nbsp;: <strong>{address.landmark}</strong>
          </p>
        )}
        <p className="text-sm">
          {[zone_name && `Zone ${zone_name}`, delivery_half && HALF_DAY_LABELS[delivery_half]]
            .filter(Boolean)
            .join(" · ")}
        </p>
        {notes && <p className="text-sm">«&nbsp;{notes}&nbsp;»</p>}
        <ul className="mt-1 text-sm">
          {lines.map(({ name, quantity, sold_by }, index) => (
            // The lines of an order stay in their order.
            // biome-ignore lint/suspicious/noArrayIndexKey: a product may be on two lines
            <li key={index}>
              <strong>
                {isSoldByUnit(sold_by) ? `${formatQuantity(quantity, sold_by)}\u00a0:` : `${quantity}\u00a0×`}
              </strong>{" "}
              {name}
            </li>
          ))}
        </ul>
      </div>
      <div className="grid content-start gap-2">
        <div>
          {renderCode(number)}
          <p className="font-semibold tabular-nums">{number}</p>
        </div>
        <p className="border-2 border-foreground px-2 py-1">
          À encaisser <strong className="block text-xl whitespace-nowrap">{formatXof(due_amount)}</strong>
        </p>
        {!isReceipt && <p className="h-12 border-b border-border-strong text-sm">Signature du client</p>}
      </div>
    </li>
  );
}
