/**
 * /admin/orders/:id/slip: the print page of an order's delivery slip. It is outside of the admin layout,
 * which has no place on paper, but requires the same authentication.
 */

import { Link } from "react-router";
import {
  LoadingPrintPage,
  PrintButton,
  PrintPage,
  PrintPageBackLink,
  PrintPageError,
  SHOP_LOAD_ERROR,
} from "#app/components/admin/print-page.tsx";
import { EmptyState } from "#app/components/layout/empty-state.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import type { AdminOrder } from "#app/features/admin/orders/admin-order.ts";
import { DeliverySlip } from "#app/features/admin/orders/delivery-slip.tsx";
import { findAdminOrder, listReferences } from "#app/features/admin/orders/orders.queries.ts";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { requireAdministrator } from "#app/features/admin/shared/administrator.ts";
import { getOrderStatusLabel, isFinalStatus } from "#app/features/admin/shared/labels/order-statuses.ts";
import { ORDER_LOAD_ERROR } from "#app/features/admin/shared/mutations/error-messages.ts";
import { getShopSettings } from "#app/features/content/settings.queries.ts";
import { ORDER_NOT_FOUND } from "#app/lib/error-messages.ts";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/order-slip";

/** Browsers also name the printed file after the title. */
export function meta({ matches, params, loaderData }: Route.MetaArgs) {
  const order = loaderData?.order.ok && loaderData.order.value;
  const title = order ? `Bon de livraison ${order.number}` : "Bon de livraison";
  return adminMeta(matches, `/admin/orders/${params.id}/slip`, title);
}

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ request }) => {
    await requireAdministrator(request);
  },
];

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const [order, shop] = await Promise.all([
    toResult("order", loadOrder(params.id)),
    toResult("shop settings", getShopSettings(getSupabase())),
  ]);
  return { order, shop };
}

/** The order with the references of its products; null when there is none. */
async function loadOrder(id: string) {
  const order = await findAdminOrder(getSupabase(), id);
  return order && { ...order, references: await listReferences(getSupabase(), order) };
}

export default function OrderSlip({ loaderData: { order, shop }, params }: Route.ComponentProps) {
  if (!order.ok || !shop.ok) {
    return (
      <PrintPageError
        title="Bon de livraison"
        message={order.ok ? SHOP_LOAD_ERROR : ORDER_LOAD_ERROR}
        back={{ path: `/admin/orders/${params.id}`, label: "La commande" }}
      />
    );
  }
  if (!order.value) {
    return (
      <PrintPage>
        <EmptyState
          image="not-found"
          title={ORDER_NOT_FOUND}
          hint="L'adresse ne désigne aucune commande."
          headingLevel="h1"
        >
          <Link to="/admin/orders" className={buttonClass("primary")}>
            Voir les commandes
          </Link>
        </EmptyState>
      </PrintPage>
    );
  }
  return (
    <PrintPage>
      <Controls order={order.value} />
      <DeliverySlip order={order.value} shop={shop.value} references={order.value.references} />
    </PrintPage>
  );
}

function Controls({ order: { number, status } }: { order: AdminOrder }) {
  return (
    <div className="grid gap-3 print:hidden">
      <div className="flex flex-wrap items-center gap-3">
        <PrintPageBackLink path={`/admin/orders?search=${number}`} label="La commande" />
        <PrintButton />
      </div>
      {isFinalStatus(status) && (
        <Notice variant="warning">
          Cette commande est {getOrderStatusLabel(status).toLowerCase()} : il n'y a plus rien à livrer.
        </Notice>
      )}
    </div>
  );
}

export function HydrateFallback() {
  return <LoadingPrintPage title="Bon de livraison" />;
}
