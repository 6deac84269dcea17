/** The first screen behind the door: what the shop has, what just happened, what is to be done. */
import type { ReactNode } from "react";
import { Link, useRevalidator } from "react-router";
import { Failed } from "../../components/office/failed.tsx";
import { PageActions } from "../../components/office/page-actions.tsx";
import { Panel } from "../../components/office/panel.tsx";
import { RefreshButton } from "../../components/office/refresh-button.tsx";
import { getShopSettings } from "../../features/content/settings.queries.ts";
import { unknownShop } from "../../features/content/shop-settings.tsx";
import {
  countShop,
  listBestSellers,
  listLowStock,
  listRecentOrders,
  listSales,
  listStatuses,
} from "../../features/office/dashboard/dashboard.queries.ts";
import {
  LowStock,
  QuickActions,
  RecentOrders,
  StatCards,
} from "../../features/office/dashboard/dashboard.tsx";
import { BestSellers, PeriodChoice, readPeriod, Sales } from "../../features/office/dashboard/sales.tsx";
import { StatusChart } from "../../features/office/dashboard/status-chart.tsx";
import { officeMeta } from "../../features/office/office-meta.ts";
import { type Loaded, load } from "../../lib/loaded.ts";
import { supabase } from "../../lib/supabase.client.ts";
import type { Route } from "./+types/dashboard";

export function meta({ matches }: Route.MetaArgs) {
  return officeMeta(matches, "/admin/dashboard", "Tableau de bord");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const client = supabase();
  const days = readPeriod(new URL(request.url).searchParams.get("days"));
  const [settings, counts, orders, lowStock, sales, statuses, bestSellers] = await Promise.all([
    load("shop settings", getShopSettings(client)),
    load("dashboard counts", countShop(client)),
    load("recent orders", listRecentOrders(client)),
    load("low stock", listLowStock(client)),
    load("sales", listSales(client, days)),
    load("orders by status", listStatuses(client)),
    load("best sellers", listBestSellers(client, days)),
  ]);
  const { low_stock_threshold } = settings.ok ? settings.value : unknownShop;
  return { days, counts, orders, lowStock, sales, statuses, bestSellers, threshold: low_stock_threshold };
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { days, counts, orders, lowStock, sales, statuses, bestSellers, threshold } = loaderData;
  return (
    <>
      <PageActions lead="L'état de la boutique en ce moment.">
        <RefreshButton label="Actualiser les données" />
      </PageActions>
      <Block data={counts} failure="Impossible de charger les chiffres">
        {(value) => <StatCards counts={value} />}
      </Block>
      <div className="grid items-start gap-5 lg:grid-cols-[1fr_320px]">
        <div className="grid min-w-0 gap-5">
          <Panel title="Ventes par jour" actions={<PeriodChoice days={days} />}>
            <Block data={sales} failure="Impossible de charger les ventes">
              {(value) => <Sales key={days} sales={value} />}
            </Block>
          </Panel>
          <Panel title="Activité récente" actions={<AllLink to="/admin/orders" />}>
            <Block data={orders} failure="Impossible de charger les commandes">
              {(value) => <RecentOrders orders={value} />}
            </Block>
          </Panel>
          <Panel title={`Meilleures ventes sur ${days} jours`}>
            <Block data={bestSellers} failure="Impossible de charger les meilleures ventes">
              {(value) => <BestSellers products={value} />}
            </Block>
          </Panel>
        </div>
        <div className="grid min-w-0 gap-5">
          <QuickActions />
          <Panel title="Commandes par statut">
            <Block data={statuses} failure="Impossible de charger les statuts">
              {(value) => <StatusChart statuses={value} />}
            </Block>
          </Panel>
          <Panel title={`Stock sous ${threshold}`} actions={<AllLink to="/admin/products?sort=stock" />}>
            <Block data={lowStock} failure="Impossible de charger les produits">
              {(value) => <LowStock products={value} />}
            </Block>
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

/** A part of the screen, or that it could not be read. */
function Block<T>(props: { data: Loaded<T>; failure: string; children(value: T): ReactNode }) {
  const { data, failure, children } = props;
  const { revalidate, state } = useRevalidator();
  if (data.ok) return children(data.value);
  return (
    <div className="in-[.card]:p-3">
      <Failed message={failure} busy={state === "loading"} onRetry={() => void revalidate()} />
    </div>
  );
}
