/** A printable page of one order: on paper only the order is shown, black on white. */

import ArrowLeft from "lucide-react/icons/arrow-left";
import Printer from "lucide-react/icons/printer";
import { Link, useRevalidator } from "react-router";
import { EmptyState } from "#app/components/layout/empty-state.tsx";
import { Button, buttonClass } from "#app/components/ui/button.tsx";
import { NoScriptNotice } from "#app/components/ui/no-script-notice.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { OfflineNotice } from "#app/components/ui/offline-notice.tsx";
import { useFailureToast } from "#app/components/ui/use-failure-toast.ts";
import { useShop } from "#app/features/content/shop-settings.tsx";
import { AccountGuard } from "#app/features/identity/session/account-guard.tsx";
import { requireUser } from "#app/features/identity/session/require-user.ts";
import { findOrder } from "#app/features/orders/order.queries.ts";
import { OrderDetails } from "#app/features/orders/order-details.tsx";
import { OrderReturnsSection } from "#app/features/orders/returns/order-returns.tsx";
import { loadOrderReturns, type OrderReturns } from "#app/features/orders/returns/returns.queries.ts";
import { ORDERS_ERROR } from "#app/features/orders/use-orders.ts";
import { ORDER_NOT_FOUND } from "#app/lib/error-messages.ts";
import { findDeliveryCode } from "#app/lib/models/delivery-code.queries.ts";
import { isUnderWay, type Order } from "#app/lib/models/order.ts";
import type { PageHandle } from "#app/lib/pages/page-handle.ts";
import { getSiteMeta, pageMeta } from "#app/lib/pages/page-meta.ts";
import { type Result, toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { AccountLoadError } from "#app/routes/shared/account-load-error.tsx";
import "#app/routes/shared/preload-customer-modules.ts";
import type { Route } from "./+types/order";

const ORDERS_PATH = "/account?tab=commandes";

export const handle: PageHandle = { signedIn: true, noindex: true };

/** The title is also the file name that a browser suggests for a printed PDF. */
export function meta({ matches, params, loaderData }: Route.MetaArgs) {
  const order = loaderData?.order.ok && loaderData.order.value;
  return pageMeta({
    ...getSiteMeta(matches),
    path: `/account/orders/${params.id}`,
    title: order ? `Commande ${order.number}` : "Votre commande",
    description: "Le détail d'une commande, à garder ou à imprimer.",
  });
}

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const account = await requireUser(request);
  const [order, code] = await Promise.all([
    toResult("order", findOrder(getSupabase(), params.id)),
    toResult("delivery code", findDeliveryCode(getSupabase(), params.id)),
  ]);
  const returns =
    order.ok && order.value
      ? await toResult("returns", loadOrderReturns(getSupabase(), order.value.id))
      : ({ ok: false } as const);
  return { account, order, code, returns };
}

export default function OrderPage({ loaderData: { account, order, code, returns } }: Route.ComponentProps) {
  useFailureToast(order, ORDERS_ERROR);
  return (
    <PageLayout>
      <AccountGuard account={account}>
        {!order.ok && <OrderLoadError />}
        {order.ok &&
          (order.value ? (
            <>
              <PrintableOrder order={order.value} code={code} />
              <Returns orderId={order.value.id} accountId={account.id} returns={returns} />
            </>
          ) : (
            <OrderNotFound />
          ))}
      </AccountGuard>
    </PageLayout>
  );
}

interface ReturnsProps {
  orderId: string;
  accountId: string;
  returns: Result<OrderReturns>;
}

function Returns({ orderId, accountId, returns }: ReturnsProps) {
  const { revalidate } = useRevalidator();
  if (!returns.ok) return <AccountLoadError text="Les retours de cette commande n'ont pas pu être chargés" />;
  return (
    <OrderReturnsSection
      orderId={orderId}
      accountId={accountId}
      loaded={returns.value}
      onRequested={revalidate}
    />
  );
}

function PrintableOrder({ order, code }: { order: Order; code: Result<string | null> }) {
  const { shop_name, address, phone, email } = useShop();
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 print:hidden">
        <Link to={ORDERS_PATH} className="link mr-auto inline-flex min-h-11 items-center gap-2">
          <ArrowLeft aria-hidden size={18} />
          Mes commandes
        </Link>
        <Button variant="primary" className="max-sm:grow" onClick={() => window.print()}>
          <Printer aria-hidden size={18} />
          Imprimer
        </Button>
      </div>
      {!code.ok && isUnderWay(order) && (
        <AccountLoadError text="Le code à dire au livreur, s'il y en a un, n'a pas pu être chargé" />
      )}
      {code.ok && code.value !== null && (
        <Notice
          variant="warning"
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 print:hidden"
        >
          <p>
            <strong className="block text-base">Votre code de livraison</strong>
            Dites-le au livreur quand vous avez reçu vos articles, pas avant.
          </p>
          <p className="text-3xl font-bold tracking-widest tabular-nums">{code.value}</p>
        </Notice>
      )}
      <article aria-labelledby="order" className="card grid gap-6 p-4 sm:p-8">
        <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
          <h1 id="order" className="text-2xl">
            Commande {order.number}
          </h1>
          <address className="grid text-sm not-italic sm:text-right">
            <strong className="font-heading text-lg">{shop_name}</strong>
            {[address, phone, email].filter(Boolean).map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
        </header>
        <OrderDetails order={order} />
      </article>
    </>
  );
}

function OrderNotFound() {
  return (
    <EmptyState
      image="not-found"
      title={ORDER_NOT_FOUND}
      hint="Elle n'existe pas, ou elle appartient à un autre compte."
      headingLevel="h1"
    >
      <Link to={ORDERS_PATH} className={buttonClass("primary")}>
        Voir mes commandes
      </Link>
    </EmptyState>
  );
}

function OrderLoadError() {
  return (
    <>
      <h1 className="text-2xl">Votre commande</h1>
      <AccountLoadError text={ORDERS_ERROR} />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <PageLayout>
      <h1 className="text-2xl">Votre commande</h1>
      <OfflineNotice error={error} />
    </PageLayout>
  );
}

export function HydrateFallback() {
  return (
    <PageLayout>
      <NoScriptNotice />
      <h1 className="text-2xl">Votre commande</h1>
      <div role="status" aria-label="Chargement de la commande" className="skeleton h-120 rounded-card" />
    </PageLayout>
  );
}

function PageLayout({ children }: { children: React.ReactNode }) {
  return (
    <div className="page py-6 md:py-10 print:p-0">
      <div className="mx-auto grid max-w-document gap-5">{children}</div>
    </div>
  );
}
