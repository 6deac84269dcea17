/** The first screen behind the door: what the shop has, what just happened, what is to be done. */
import RefreshCw from "lucide-react/icons/refresh-cw";
import type { ReactNode } from "react";
import { Link, useRevalidator } from "react-router";
import { Failed } from "../../components/office/failed.tsx";
import { PageActions } from "../../components/office/page-actions.tsx";
import { Panel } from "../../components/office/panel.tsx";
import { BusyButton } from "../../components/ui/busy-button.tsx";
import { getShopSettings } from "../../features/content/settings.queries.ts";
import { unknownShop } from "../../features/content/shop-settings.tsx";
import {
  countShop,
  listLowStock,
  listRecentOrders,
} from "../../features/office/dashboard/dashboard.queries.ts";
import {
  LowStock,
  QuickActions,
  RecentOrders,
  StatCards,
} from "../../features/office/dashboard/dashboard.tsx";
import { officeMeta } from "../../features/office/office-meta.ts";
import { type Loaded, load } from "../../lib/loaded.ts";
import { supabase } from "../../lib/supabase.client.ts";
import type { Route } from "./+types/dashboard";

export function meta({ matches }: Route.MetaArgs) {
  return officeMeta(matches, "/admin/dashboard", "Tableau de bord");
}

export async function clientLoader() {
  const client = supabase();
  const settings = await load("shop settings", getShopSettings(client));
  const { low_stock_threshold } = settings.ok ? settings.value : unknownShop;
  const [counts, orders, lowStock] = await Promise.all([
    load("dashboard counts", countShop(client, low_stock_threshold)),
    load("recent orders", listRecentOrders(client)),
    load("low stock", listLowStock(client, low_stock_threshold)),
  ]);
  return { counts, orders, lowStock, threshold: low_stock_threshold };
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { counts, orders, lowStock, threshold } = loaderData;
  const { revalidate, state } = useRevalidator();
  return (
    <>
      <PageActions lead="L'état de la boutique en ce moment.">
        <BusyButton
          type="button"
          className="btn btn-outline"
          busy={state === "loading"}
          onClick={() => void revalidate()}
        >
          <RefreshCw aria-hidden size={16} />
          Actualiser les données
        </BusyButton>
      </PageActions>
      <Block data={counts} failure="Impossible de charger les chiffres">
        {(value) => <StatCards counts={value} />}
      </Block>
      <div className="grid items-start gap-5 lg:grid-cols-[1fr_320px]">
        <Panel title="Activité récente" actions={<AllLink to="/admin/orders" />}>
          <Block data={orders} failure="Impossible de charger les commandes">
            {(value) => <RecentOrders orders={value} />}
          </Block>
        </Panel>
        <div className="grid gap-5">
          <QuickActions />
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
    <Link to={to} className="link inline-flex min-h-9 items-center text-sm">
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
    <div className="p-3">
      <Failed message={failure} busy={state === "loading"} onRetry={() => void revalidate()} />
    </div>
  );
}
