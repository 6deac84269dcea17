/**
 * /admin/dashboard: the shop's figures, recent activity and open tasks. Below the manager it shows what the role is for,
 * and the parts that the role may read.
 */

import type { ReactNode } from "react";
import { Link, redirectDocument } from "react-router";
import { RouteLoadError } from "#app/components/admin/load-error.tsx";
import { PageActions } from "#app/components/admin/page-actions.tsx";
import { Panel } from "#app/components/admin/panel.tsx";
import { RefreshButton } from "#app/components/admin/refresh-button.tsx";
import { CashCheckResult } from "#app/features/admin/dashboard/cash-check.tsx";
import {
  findCashCheck,
  findStockCheck,
  getPreviousSales,
  getShopCounts,
  listBestSellers,
  listDailySales,
  listLowStockProducts,
  listOrdersByStatus,
  listRecentOrders,
} from "#app/features/admin/dashboard/dashboard.queries.ts";
import { LowStock, QuickActions, RecentOrders, StatCards } from "#app/features/admin/dashboard/dashboard.tsx";
import { formatPeriod, type Period, parsePeriod } from "#app/features/admin/dashboard/period.ts";
import { BestSellers, PeriodPicker, Sales } from "#app/features/admin/dashboard/sales.tsx";
import { StatusChart } from "#app/features/admin/dashboard/status-chart.tsx";
import { StockCheckResult } from "#app/features/admin/dashboard/stock-check.tsx";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { administratorContext } from "#app/features/admin/shared/administrator.ts";
import { getRoleDescription, getRoleLabel } from "#app/features/admin/shared/labels/staff-roles.ts";
import { ORDERS_LOAD_ERROR } from "#app/features/admin/shared/mutations/error-messages.ts";
import { getShopSettings } from "#app/features/content/settings.queries.ts";
import { defaultShopSettings } from "#app/features/content/shop-settings.tsx";
import { PRODUCTS_LOAD_ERROR } from "#app/lib/error-messages.ts";
import { getToday } from "#app/lib/format/days.ts";
import { type Result, toResult } from "#app/lib/result.ts";
import { getSupabase, type Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/dashboard";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "/admin/dashboard", "Tableau de bord");
}

/** What the role does not read is null. */
export async function clientLoader({ request, context }: Route.ClientLoaderArgs) {
  const client = getSupabase();
  const { role, rights } = context.get(administratorContext);
  // A courier's own pages have the shop's stylesheet, and thus a document of their own.
  if (rights.has("runs.drive") && !rights.has("orders.read")) throw redirectDocument("/courier");
  const period = parsePeriod(new URL(request.url).searchParams, getToday());
  const [settings, figures, orders, lowStock, cashCheck, stockCheck] = await Promise.all([
    toResult("shop settings", getShopSettings(client)),
    rights.has("audit.read") ? loadFigures(client, period) : null,
    rights.has("orders.read") ? toResult("recent orders", listRecentOrders(client)) : null,
    rights.has("stock.count") ? toResult("low stock", listLowStockProducts(client)) : null,
    rights.has("cash.read") ? toResult("cash check", findCashCheck(client)) : null,
    rights.has("stock.count") ? toResult("stock check", findStockCheck(client)) : null,
  ]);
  const { low_stock_threshold } = settings.ok ? settings.value : defaultShopSettings;
  return { role, period, figures, orders, lowStock, cashCheck, stockCheck, threshold: low_stock_threshold };
}

/** The figures of the whole shop. */
async function loadFigures(client: Supabase, period: Period) {
  const [counts, sales, previous, statuses, bestSellers] = await Promise.all([
    toResult("dashboard counts", getShopCounts(client)),
    toResult("sales", listDailySales(client, period)),
    toResult("sales before", getPreviousSales(client, period)),
    toResult("orders by status", listOrdersByStatus(client)),
    toResult("best sellers", listBestSellers(client, period)),
  ]);
  return { counts, sales, previous, statuses, bestSellers };
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { role, period, figures, orders, lowStock, cashCheck, stockCheck, threshold } = loaderData;
  const recentOrders = orders && (
    <Panel title="Activité récente" actions={<AllLink to="/admin/orders" />}>
      <Section data={orders} failure={ORDERS_LOAD_ERROR}>
        {(value) => <RecentOrders orders={value} />}
      </Section>
    </Panel>
  );
  const lowStockPanel = lowStock && (
    <Panel title={`Stock sous ${threshold}`} actions={<AllLink to="/admin/products?sort=stock" />}>
      <Section data={lowStock} failure={PRODUCTS_LOAD_ERROR}>
        {(value) => <LowStock products={value} />}
      </Section>
    </Panel>
  );
  const cashPanel = cashCheck && (
    <Panel title="Contrôle de la caisse" actions={<AllLink to="/admin/cash" />}>
      <Section data={cashCheck} failure="Impossible de charger le contrôle de la caisse">
        {(value) => <CashCheckResult check={value} />}
      </Section>
    </Panel>
  );
  const stockPanel = stockCheck && (
    <Panel title="Contrôle du stock" actions={<AllLink to="/admin/products" />}>
      <Section data={stockCheck} failure="Impossible de charger le contrôle du stock">
        {(value) => <StockCheckResult check={value} />}
      </Section>
    </Panel>
  );
  if (!figures) {
    return (
      <>
        <PageActions lead={`Votre rôle : ${getRoleLabel(role)}. ${getRoleDescription(role)}`}>
          <RefreshButton label="Actualiser les données" />
        </PageActions>
        {recentOrders}
        {lowStockPanel}
        {cashPanel}
        {stockPanel}
      </>
    );
  }
  const { counts, sales, previous, statuses, bestSellers } = figures;
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
          <Panel title="Ventes par jour">
            <div className="border-b border-border px-2 py-1.5 md:px-3">
              <PeriodPicker period={period} />
            </div>
            <Section data={sales} failure="Impossible de charger les ventes">
              {(value) => (
                <Sales
                  key={`${period.first} ${period.last}`}
                  sales={value}
                  previous={previous.ok ? previous.value : null}
                  period={period}
                />
              )}
            </Section>
          </Panel>
          {recentOrders}
          <Panel title={`Meilleures ventes ${formatPeriod(period)}`}>
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
          {cashPanel}
          {stockPanel}
          {lowStockPanel}
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
  if (data.ok) return children(data.value);
  return (
    <div className="in-[.card]:p-3">
      <RouteLoadError message={failure} />
    </div>
  );
}
