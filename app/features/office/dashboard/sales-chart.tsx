/**
 * Sales by day as bars. Drawn by hand in percentages of the width, so that it is sharp and its letters keep their size
 * on every screen. One bar is always told in words below: that under the pointer or the finger, or the one that the
 * arrow keys lead to; the same figures stand in a table.
 */
import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { formatDay, formatShortDay } from "../../../lib/date-times.ts";
import { formatXof } from "../../../lib/money.ts";
import { axisTicks, barAfterKey, barAt, namedDays } from "./chart-scale.ts";
import type { DaySales } from "./dashboard.queries.ts";

/** Heights in px: of the bars, and of the letters above and below them. */
const PLOT = 168;
const HEAD = 10;
const FOOT = 24;

const short = new Intl.NumberFormat("fr-FR", { notation: "compact", maximumFractionDigits: 1 });

export function SalesChart({ sales }: { sales: readonly DaySales[] }) {
  const [chosen, setChosen] = useState(sales.length - 1);
  const bar = Math.min(chosen, sales.length - 1);
  const day = sales[bar];
  const ticks = axisTicks(Math.max(...sales.map(({ amount }) => amount)));
  const top = ticks.at(-1) ?? 1;
  const heightOf = (amount: number) => (amount / top) * PLOT;
  const yOf = (amount: number) => HEAD + PLOT - heightOf(amount);
  const slot = 100 / sales.length;
  // The name of the last day is wider than its bar, and nothing is right of it.
  const isDense = sales.length > 14;

  function onKeyDown(event: KeyboardEvent) {
    const next = barAfterKey(event.key, bar, sales.length);
    if (next === null) return;
    event.preventDefault();
    setChosen(next);
  }

  function onPointer(event: PointerEvent<HTMLElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setChosen(barAt((event.clientX - left) / width, sales.length));
  }

  if (!day) return null;
  return (
    <>
      <div className="flex">
        <svg aria-hidden="true" width="52" height={HEAD + PLOT + FOOT} className="shrink-0 text-xs">
          {ticks.map((tick) => (
            <text key={tick} x="44" y={yOf(tick) + 4} textAnchor="end" className="fill-ink-soft tabular-nums">
              {short.format(tick)}
            </text>
          ))}
        </svg>
        <div
          role="slider"
          tabIndex={0}
          aria-label="Jour"
          aria-valuemin={1}
          aria-valuemax={sales.length}
          aria-valuenow={bar + 1}
          aria-valuetext={inWords(day)}
          className="@container min-w-0 grow touch-pan-y cursor-crosshair rounded-sm"
          onKeyDown={onKeyDown}
          onPointerDown={onPointer}
          onPointerMove={onPointer}
        >
          <svg
            aria-hidden="true"
            width="100%"
            height={HEAD + PLOT + FOOT}
            className="block overflow-visible text-xs"
          >
            {ticks.map((tick) => (
              <line
                key={tick}
                x1="0"
                x2="100%"
                y1={yOf(tick)}
                y2={yOf(tick)}
                className={tick === 0 ? "stroke-line-strong" : "stroke-line"}
              />
            ))}
            <rect x={`${bar * slot}%`} y={HEAD} width={`${slot}%`} height={PLOT} className="fill-sand-deep" />
            {sales.map(({ day, amount }, index) => (
              <rect
                key={day}
                x={`${(index + 0.14) * slot}%`}
                y={yOf(amount)}
                width={`${slot * 0.72}%`}
                height={heightOf(amount)}
                rx="2"
                className={index === bar ? "fill-laterite-deep" : "fill-laterite"}
              />
            ))}
            {namedDays(sales.length).map(({ index, whereNarrow }) => (
              <text
                key={index}
                x={`${(isDense && index === sales.length - 1 ? index + 1 : index + 0.5) * slot}%`}
                y={HEAD + PLOT + 18}
                textAnchor={isDense && index === sales.length - 1 ? "end" : "middle"}
                className={`fill-ink-soft ${whereNarrow ? "" : "@max-[28rem]:hidden"}`}
              >
                {formatShortDay(sales[index]?.day ?? day.day)}
              </text>
            ))}
          </svg>
        </div>
      </div>
      <p aria-hidden="true" className="pt-1 text-center text-sm font-medium tabular-nums">
        {inWords(day)}
      </p>
      <SalesTable sales={sales} />
    </>
  );
}

function inWords({ day, orders, amount }: DaySales): string {
  return `${formatDay(day)} : ${orders === 0 ? "aucune vente" : `${ordersLabel(orders)}, ${formatXof(amount)}`}`;
}

/** «1 commande», «12 commandes» */
function ordersLabel(count: number): string {
  return `${count} ${count > 1 ? "commandes" : "commande"}`;
}

function SalesTable({ sales }: { sales: readonly DaySales[] }) {
  return (
    <details className="mt-2 text-sm">
      <summary className="link min-h-11 content-center font-normal md:min-h-9">
        Voir les chiffres en tableau
      </summary>
      <table className="w-full text-left tabular-nums">
        <caption className="sr-only">Ventes par jour</caption>
        <thead className="text-xs text-ink-soft">
          <tr>
            <th scope="col" className="py-1.5 font-medium">
              Jour
            </th>
            <th scope="col" className="text-right font-medium">
              Commandes
            </th>
            <th scope="col" className="text-right font-medium">
              Montant
            </th>
          </tr>
        </thead>
        <tbody>
          {sales.map(({ day, orders, amount }) => (
            <tr key={day} className="border-t border-line">
              <th scope="row" className="py-1.5 font-normal">
                {formatDay(day)}
              </th>
              <td className="pl-3 text-right">{orders}</td>
              <td className="pl-3 text-right whitespace-nowrap">{formatXof(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
