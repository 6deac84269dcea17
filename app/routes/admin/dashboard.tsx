/** /admin/dashboard: the shop's figures, recent activity and open tasks. */

import type { ReactNode } from "react";
import { Link, useRevalidator } from "react-router";
import { LoadError } from "#app/components/admin/load-error.tsx";
import { PageActions } from "#app/components/admin/page-actions.tsx";
import { Panel } from "#app/components/admin/panel.tsx";
import { RefreshButton } from "#app/components/admin/refresh-button.tsx";
import {
  getShopCounts,
  listBestSellers,
  listDailySales,
  listLowStockProducts,
  listOrdersByStatus,
  listRecentOrders,
} from "#app/features/admin/dashboard/dashboard.queries.ts";
import { LowStock, QuickActions, RecentOrders, StatCards } from "#app/features/admin/dashboard/dashboard.tsx";
import { BestSellers, PeriodPicker, parsePeriod, Sales } from "#app/features/admin/dashboard/sales.tsx";
import { StatusChart } from "#app/features/admin/dashboard/status-chart.tsx";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { ORDERS_LOAD_ERROR } from "#app/features/admin/shared/mutations/error-messages.ts";
import { getShopSettings } from "#app/features/content/settings.queries.ts";
import { defaultShopSettings } from "#app/features/content/shop-settings.tsx";
import { PRODUCTS_LOAD_ERROR } from "#app/lib/error-messages.ts";
import { type Result, toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/dashboard";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "/admin/dashboard", "Tableau de bord");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const client = getSupabase();
  const days = parsePeriod(new URL(request.url).searchParams.get("days"));
  const [settings, counts, orders, lowStock, sales, statuses, bestSellers] = await Promise.all([
    toResult("shop settings", getShopSettings(client)),
    toResult("dashboard counts", getShopCounts(client)),
    toResult("recent orders", listRecentOrders(client)),
    toResult("low stock", listLowStockProducts(client)),
    toResult("sales", listDailySales(client, days)),
    toResult("orders by status", listOrdersByStatus(client)),
    toResult("best sellers", listBestSellers(client, days)),
  ]);
  const { low_stock_threshold } = settings.ok ? settings.value : defaultShopSettings;
  return { days, counts, orders, lowStock, sales, statuses, bestSellers, threshold: low_stock_threshold };
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { days, counts, orders, lowStock, sales, statuses, bestSellers, threshold } = loaderData;
  return (
    <>
      <PageActions lead="L'état de la boutique en ce moment.">
        <RefreshButton label="Actualiser les données" />
      </PageActions>
      <Section data={counts} failure="Impossible de charger les chiffres">
        {(value) => <StatCards counts={value} />}
      </Section>
      <div className="grid items-start gap-5 lg:grid-cols-[1fr_320px]">
        <div className="grid min-w-0 gap-5">
          <Panel title="Ventes par jour" actions={<PeriodPicker days={days} />}>
            <Section data={sales} failure="Impossible de charger les ventes">
              {(value) => <Sales key={days} sales={value} />}
            </Section>
          </Panel>
          <Panel title="Activité récente" actions={<AllLink to="/admin/orders" />}>
            <Section data={orders} failure={ORDERS_LOAD_ERROR}>
              {(value) => <RecentOrders orders={value} />}
            </Section>
          </Panel>
          <Panel title={`Meilleures ventes sur ${days} jours`}>
            <Section data={bestSellers} failure="Impossible de charger les meilleures ventes">
              {(value) => <BestSellers products={value} />}
            </Section>
          </Panel>
        </div>
        <div className="grid min-w-0 gap-5">
          <QuickActions />
          <Panel title="Commandes par statut">
            <Section data={statuses} failure="Impossible de charger les statuts">
              {(value) => <StatusChart statuses={value} />}
            </Section>
          </Panel>
          <Panel title={`Stock sous ${threshold}`} actions={<AllLink to="/admin/products?sort=stock" />}>
            <Section data={lowStock} failure={PRODUCTS_LOAD_ERROR}>
              {(value) => <LowStock products={value} />}
            </Section>
          </Panel>
        </div>
      </div>
    </>
  );
}

function AllLink({ to }: { to: string }) {
  return (
    <Link to={to} className="link inline-flex min-h-11 items-center text-sm md:min-h-9">
      Tout voir
    </Link>
  );
}

/** A section of the screen, or the error of its query. */
function Section<T>(props: { data: Result<T>; failure: string; children(value: T): ReactNode }) {
  const { data, failure, children } = props;
  const { revalidate, state } = useRevalidator();
  if (data.ok) return children(data.value);
  return (
    <div className="in-[.card]:p-3">
      <LoadError message={failure} busy={state === "loading"} onRetry={() => void revalidate()} />
    </div>
  );
}
