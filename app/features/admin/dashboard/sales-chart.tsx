/**
 * Sales by day as a bar chart. It is an SVG in percentages of the width, so that it is sharp and its labels
 * keep their size on every screen. A text below describes the active bar: the one under the pointer, or the
 * one that the arrow keys select. A table contains the same figures.
 */
import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { formatShortDay } from "#app/lib/format/date-times.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { formatCount } from "#app/lib/format/numbers.ts";
import { formatDay } from "#app/lib/format/weekdays.ts";
import { getAxisTicks, getBarAfterKey, getBarAt, getDayLabels } from "./chart-scale.ts";
import type { DailySales } from "./dashboard.queries.ts";

/** Heights in px: of the bars, and of the labels above and below them. */
const PLOT_HEIGHT = 168;
const TOP_MARGIN = 10;
const BOTTOM_MARGIN = 24;

const compactFormat = new Intl.NumberFormat("fr-FR", { notation: "compact", maximumFractionDigits: 1 });

export function SalesChart({ sales }: { sales: readonly DailySales[] }) {
  const [selectedBar, setSelectedBar] = useState(sales.length - 1);
  const bar = Math.min(selectedBar, sales.length - 1);
  const day = sales[bar];
  const ticks = getAxisTicks(Math.max(...sales.map(({ amount }) => amount)));
  const top = ticks.at(-1) ?? 1;
  const heightOf = (amount: number) => (amount / top) * PLOT_HEIGHT;
  const yOf = (amount: number) => TOP_MARGIN + PLOT_HEIGHT - heightOf(amount);
  const slot = 100 / sales.length;
  // The label of the last day is wider than its bar, and there is no space to the right of it.
  const isDense = sales.length > 14;

  function onKeyDown(event: KeyboardEvent) {
    const next = getBarAfterKey(event.key, bar, sales.length);
    if (next === null) return;
    event.preventDefault();
    setSelectedBar(next);
  }

  function onPointer(event: PointerEvent<HTMLElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setSelectedBar(getBarAt((event.clientX - left) / width, sales.length));
  }

  if (!day) return null;
  return (
    <>
      <div className="flex">
        <svg
          aria-hidden="true"
          width="52"
          height={TOP_MARGIN + PLOT_HEIGHT + BOTTOM_MARGIN}
          className="shrink-0 text-xs"
        >
          {ticks.map((tick) => (
            <text key={tick} x="44" y={yOf(tick) + 4} textAnchor="end" className="fill-muted tabular-nums">
              {compactFormat.format(tick)}
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
          aria-valuetext={describeDay(day)}
          className="@container min-w-0 grow touch-pan-y cursor-crosshair rounded-sm"
          onKeyDown={onKeyDown}
          onPointerDown={onPointer}
          onPointerMove={onPointer}
        >
          <svg
            aria-hidden="true"
            width="100%"
            height={TOP_MARGIN + PLOT_HEIGHT + BOTTOM_MARGIN}
            className="block overflow-visible text-xs"
          >
            {ticks.map((tick) => (
              <line
                key={tick}
                x1="0"
                x2="100%"
                y1={yOf(tick)}
                y2={yOf(tick)}
                className={tick === 0 ? "stroke-border-strong" : "stroke-border"}
              />
            ))}
            <rect
              x={`${bar * slot}%`}
              y={TOP_MARGIN}
              width={`${slot}%`}
              height={PLOT_HEIGHT}
              className="fill-surface-muted"
            />
            {sales.map(({ day, amount }, index) => (
              <rect
                key={day}
                x={`${(index + 0.14) * slot}%`}
                y={yOf(amount)}
                width={`${slot * 0.72}%`}
                height={heightOf(amount)}
                rx="2"
                className={index === bar ? "fill-brand-strong" : "fill-brand"}
              />
            ))}
            {getDayLabels(sales.length).map(({ index, showWhenNarrow }) => (
              <text
                key={index}
                x={`${(isDense && index === sales.length - 1 ? index + 1 : index + 0.5) * slot}%`}
                y={TOP_MARGIN + PLOT_HEIGHT + 18}
                textAnchor={isDense && index === sales.length - 1 ? "end" : "middle"}
                className={`fill-muted ${showWhenNarrow ? "" : "@max-[28rem]:hidden"}`}
              >
                {formatShortDay(sales[index]?.day ?? day.day)}
              </text>
            ))}
          </svg>
        </div>
      </div>
      <p aria-hidden="true" className="pt-1 text-center text-sm font-medium tabular-nums">
        {describeDay(day)}
      </p>
      <SalesTable sales={sales} />
    </>
  );
}

function describeDay({ day, orders, amount }: DailySales): string {
  return `${formatDay(day)} : ${orders === 0 ? "aucune vente" : `${formatCount(orders, "commande", "commandes")}, ${formatXof(amount)}`}`;
}

function SalesTable({ sales }: { sales: readonly DailySales[] }) {
  return (
    <details className="mt-2 text-sm">
      <summary className="link min-h-11 content-center font-normal md:min-h-9">
        Voir les chiffres en tableau
      </summary>
      <table className="w-full text-left tabular-nums">
        <caption className="sr-only">Ventes par jour</caption>
        <thead className="text-xs text-muted">
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
            <tr key={day} className="border-t border-border">
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
