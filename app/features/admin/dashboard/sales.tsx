/** Sales over the period in the URL: the totals, the chart and the best-selling products. */
import { Link, useSearchParams } from "react-router";
import { Thumbnail } from "#app/components/admin/thumbnail.tsx";
import { formatXof } from "#app/lib/format/money.ts";
import { updateQuery } from "#app/lib/lists/list-search-params.ts";
import type { BestSeller, DailySales } from "./dashboard.queries.ts";
import { SalesChart } from "./sales-chart.tsx";

const PERIODS = [7, 30, 90] as const;
type Period = (typeof PERIODS)[number];

/** The period of the `days` parameter; 30 days by default and for an unknown value. */
export function parsePeriod(text: string | null): Period {
  return PERIODS.find((days) => String(days) === text) ?? 30;
}

export function PeriodPicker({ days }: { days: Period }) {
  const [params] = useSearchParams();
  return (
    <nav aria-label="Période" className="flex gap-1 text-sm">
      {PERIODS.map((period) => (
        <Link
          key={period}
          to={updateQuery(params, { days: period === 30 ? null : period })}
          preventScrollReset
          replace
          aria-current={period === days ? "true" : undefined}
          className="admin-link inline-flex min-h-11 items-center aria-[current=true]:bg-surface-muted aria-[current=true]:text-foreground md:min-h-8"
        >
          {period} jours
        </Link>
      ))}
    </nav>
  );
}

export function Sales({ sales }: { sales: readonly DailySales[] }) {
  const orders = sales.reduce((sum, day) => sum + day.orders, 0);
  const amount = sales.reduce((sum, day) => sum + day.amount, 0);
  return (
    <div className="p-4">
      <dl className="mb-3 flex flex-wrap gap-x-8 gap-y-2">
        <Total label="Montant" value={formatXof(amount)} />
        <Total label="Commandes" value={String(orders)} />
        <Total label="Panier moyen" value={orders === 0 ? "–" : formatXof(Math.round(amount / orders))} />
      </dl>
      {orders === 0 ? (
        <p className="py-8 text-center text-sm text-muted">Aucune vente pendant cette période.</p>
      ) : (
        <SalesChart sales={sales} />
      )}
    </div>
  );
}

function Total({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="font-heading text-lg font-bold tabular-nums">{value}</dd>
    </div>
  );
}

export function BestSellers({ products }: { products: readonly BestSeller[] }) {
  if (products.length === 0) {
    return <p className="p-4 text-sm text-muted">Aucune vente pendant cette période.</p>;
  }
  return (
    <ol className="divide-y divide-border">
      {products.map(({ product_id, name, image, pieces, amount }) => (
        <li key={product_id}>
          <Link
            to={`/admin/products/edit/${product_id}`}
            className="flex min-h-14 items-center gap-3 px-4 py-1.5 text-sm hover:bg-surface"
          >
            <Thumbnail url={image} className="size-10 rounded-md" />
            <span className="min-w-0 grow truncate font-medium">{name}</span>
            <span className="shrink-0 text-right whitespace-nowrap tabular-nums">
              <span className="block font-medium">{pieces === 1 ? "1 pièce" : `${pieces} pièces`}</span>
              <span className="block text-xs text-muted">{formatXof(amount)}</span>
            </span>
          </Link>
        </li>
      ))}
    </ol>
  );
}
