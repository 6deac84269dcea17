/**
 * The delivery slip of one order, as it is printed. It stands outside the desk, whose frame has no place on paper,
 * but behind the same door.
 */
import ArrowLeft from "lucide-react/icons/arrow-left";
import Printer from "lucide-react/icons/printer";
import type { ReactNode } from "react";
import { Link, useRevalidator } from "react-router";
import { EmptyState } from "../../components/layout/empty-state.tsx";
import { Failed } from "../../components/office/failed.tsx";
import { NeedsScript } from "../../components/ui/needs-script.tsx";
import { Notice } from "../../components/ui/notice.tsx";
import { getShopSettings } from "../../features/content/settings.queries.ts";
import { unknownShop } from "../../features/content/shop-settings.tsx";
import { requireAdministrator } from "../../features/office/administrator.ts";
import { officeMeta } from "../../features/office/office-meta.ts";
import { DeliverySlip } from "../../features/office/orders/delivery-slip.tsx";
import type { OfficeOrder } from "../../features/office/orders/office-order.ts";
import { findOfficeOrder } from "../../features/office/orders/orders.queries.ts";
import { statusLabel } from "../../features/office/status-tones.ts";
import { load } from "../../lib/loaded.ts";
import { supabase } from "../../lib/supabase.client.ts";
import type { Route } from "./+types/order-slip";

/** The title is also the name that a browser gives to the printed file. */
export function meta({ matches, params, loaderData }: Route.MetaArgs) {
  const order = loaderData?.order.ok && loaderData.order.value;
  const title = order ? `Bon de livraison ${order.number}` : "Bon de livraison";
  return officeMeta(matches, `/admin/orders/${params.id}/slip`, title);
}

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ request }) => {
    await requireAdministrator(request);
  },
];

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const [order, shop] = await Promise.all([
    load("order", findOfficeOrder(supabase(), params.id)),
    load("shop settings", getShopSettings(supabase())),
  ]);
  return { order, shop: shop.ok ? shop.value : unknownShop };
}

export default function OrderSlip({ loaderData: { order, shop } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator();
  if (!order.ok) {
    return (
      <Sheet>
        <h1 className="text-2xl">Bon de livraison</h1>
        <Failed
          message="Impossible de charger la commande"
          busy={state === "loading"}
          onRetry={() => void revalidate()}
        />
      </Sheet>
    );
  }
  if (!order.value) {
    return (
      <Sheet>
        <EmptyState
          picture="not-found"
          title="Commande introuvable"
          hint="L'adresse ne désigne aucune commande."
          headingLevel="h1"
        >
          <Link to="/admin/orders" className="btn btn-primary">
            Voir les commandes
          </Link>
        </EmptyState>
      </Sheet>
    );
  }
  return (
    <Sheet>
      <Controls order={order.value} />
      <DeliverySlip order={order.value} shop={shop} />
    </Sheet>
  );
}

function Controls({ order: { number, status } }: { order: OfficeOrder }) {
  return (
    <div className="grid gap-3 print:hidden">
      <div className="flex flex-wrap items-center gap-3">
        <Link
          to={`/admin/orders?search=${number}`}
          className="link mr-auto inline-flex min-h-11 items-center gap-2"
        >
          <ArrowLeft aria-hidden size={18} />
          La commande
        </Link>
        <button type="button" className="btn btn-primary max-sm:grow" onClick={() => window.print()}>
          <Printer aria-hidden size={18} />
          Imprimer
        </button>
      </div>
      {(status === "completed" || status === "cancelled") && (
        <Notice tone="warning">
          Cette commande est {statusLabel(status).toLowerCase()} : il n'y a plus rien à livrer.
        </Notice>
      )}
    </div>
  );
}

export function HydrateFallback() {
  return (
    <Sheet>
      <NeedsScript />
      <h1 className="text-2xl">Bon de livraison</h1>
      <div role="status" aria-label="Chargement" className="skeleton h-120 rounded-card" />
    </Sheet>
  );
}

function Sheet({ children }: { children: ReactNode }) {
  return (
    <main className="desk mx-auto grid max-w-[800px] gap-5 px-3 py-6 print:max-w-none print:p-0">
      {children}
    </main>
  );
}
