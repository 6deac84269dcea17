/**
 * Sales over the period in the URL: the totals, compared with the days before, the chart and the best-selling
 * products.
 */
import { Link, useSearchParams } from "react-router";
import { FilterBar } from "#app/components/admin/filter-bar.tsx";
import { FilterDate } from "#app/components/admin/filter-date.tsx";
import { Thumbnail } from "#app/components/admin/thumbnail.tsx";
import { formatXof } from "#app/lib/format/money.ts";
import { formatCount, formatNumber } from "#app/lib/format/numbers.ts";
import { updateQuery } from "#app/lib/lists/list-search-params.ts";
import { type BestSeller, type DailySales, type SalesTotals, sumSales } from "./dashboard.queries.ts";
import { getChange, PERIODS, type Period, toDaysParam } from "./period.ts";
import { SalesChart } from "./sales-chart.tsx";

/** Links to the periods that end today, and the first and the last day of any other. */
export function PeriodPicker({ period: { preset } }: { period: Period }) {
  const [params] = useSearchParams();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <nav
        aria-label="Période"
        className="flex overflow-x-auto text-sm max-sm:w-full max-sm:justify-between sm:gap-1"
      >
        {PERIODS.map((days) => (
          <Link
            key={days}
            to={updateQuery(params, { days: toDaysParam(days), from: null, to: null })}
            preventScrollReset
            replace
            aria-current={days === preset ? "true" : undefined}
            className="admin-link inline-flex min-h-11 min-w-11 items-center justify-center whitespace-nowrap aria-[current=true]:bg-surface-muted aria-[current=true]:text-foreground md:min-h-8"
          >
            {days === 1 ? (
              "Aujourd'hui"
            ) : (
              <>
                <span aria-hidden className="sm:hidden">
                  {days} j
                </span>
                <span className="max-sm:sr-only">{days} jours</span>
              </>
            )}
          </Link>
        ))}
      </nav>
      <FilterBar filters={["from", "to"]}>
        <div className="flex gap-2 max-sm:w-full">
          <FilterDate name="from" label="Du" />
          <FilterDate name="to" label="Au" />
        </div>
      </FilterBar>
    </div>
  );
}

interface SalesProps {
  sales: readonly DailySales[];
  /** Null when the days before could not be loaded. */
  previous: SalesTotals | null;
  period: Period;
}

export function Sales({ sales, previous, period }: SalesProps) {
  const { orders, amount } = sumSales(sales);
  const days = formatCount(sales.length, "jour", "jours");
  return (
    <div className="p-4">
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <Total label="Montant" value={amount} before={previous?.amount} format={formatXof} />
        <Total label="Commandes" value={orders} before={previous?.orders} format={formatNumber} />
        <Total
          label="Panier moyen"
          value={getAverage({ orders, amount })}
          before={previous ? getAverage(previous) : undefined}
          format={(average) => (average === 0 ? "–" : formatXof(average))}
        />
      </dl>
      {previous && (
        <p className="mt-1 mb-3 text-xs text-muted">
          Comparé {period.preset === 1 ? "à hier, toute la journée" : `aux ${days} d'avant`}
          {" : "}
          {formatXof(previous.amount)}, {formatCount(previous.orders, "commande", "commandes")}.
        </p>
      )}
      {orders === 0 ? (
        <p className="py-8 text-center text-sm text-muted">Aucune vente pendant cette période.</p>
      ) : (
        <SalesChart sales={sales} />
      )}
    </div>
  );
}

function getAverage({ orders, amount }: SalesTotals): number {
  return orders === 0 ? 0 : Math.round(amount / orders);
}

interface TotalProps {
  label: string;
  value: number;
  /** The value of the days before. */
  before: number | undefined;
  format(value: number): string;
}

function Total({ label, value, before, format }: TotalProps) {
  const change = before === undefined ? null : getChange(value, before);
  return (
    <div>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="flex flex-wrap items-baseline gap-x-2 font-heading text-lg font-bold tabular-nums">
        {format(value)}
        {change !== null && (
          <span
            className={`font-sans text-sm font-semibold whitespace-nowrap ${change < 0 ? "text-danger" : "text-success-strong"}`}
          >
            {change > 0 ? "+" : change < 0 ? "−" : ""}
            {formatNumber(Math.abs(change))} %
          </span>
        )}
      </dd>
    </div>
  );
}

export function BestSellers({ products }: { products: readonly BestSeller[] }) {
  if (products.length === 0) {
    return <p className="p-4 text-sm text-muted">Aucune vente pendant cette période.</p>;
  }
  return (
    <ol className="divide-y divide-border">
      {products.map(({ product_id, name, image, quantity, amount }) => (
        <li key={product_id}>
          <Link
            to={`/admin/products/edit/${product_id}`}
            className="flex min-h-14 items-center gap-3 px-4 py-1.5 text-sm hover:bg-surface"
          >
            <Thumbnail url={image} className="size-10 rounded-md" />
            <span className="min-w-0 grow truncate font-medium">{name}</span>
            <span className="shrink-0 text-right whitespace-nowrap tabular-nums">
              <span className="block font-medium">{quantity}</span>
              <span className="block text-xs text-muted">{formatXof(amount)}</span>
            </span>
          </Link>
        </li>
      ))}
    </ol>
  );
}
