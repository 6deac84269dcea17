/** One order by itself, to be kept or printed: on paper only the order stands, black on white. */
import ArrowLeft from "lucide-react/icons/arrow-left";
import Printer from "lucide-react/icons/printer";
import { Link, useRevalidator } from "react-router";
import { EmptyState } from "../../components/layout/empty-state.tsx";
import { BusyButton } from "../../components/ui/busy-button.tsx";
import { NeedsScript } from "../../components/ui/needs-script.tsx";
import { Notice } from "../../components/ui/notice.tsx";
import { OfflineNotice } from "../../components/ui/offline-notice.tsx";
import { useFailureToast } from "../../components/ui/use-failure-toast.ts";
import { useShop } from "../../features/content/shop-settings.tsx";
import { ForAccount } from "../../features/identity/for-account.tsx";
import { requireUser } from "../../features/identity/require-user.ts";
import { findStoredOrder } from "../../features/orders/order.queries.ts";
import { OrderDetails } from "../../features/orders/order-details.tsx";
import { ORDERS_FAILED } from "../../features/orders/use-orders.ts";
import { authClient } from "../../lib/auth.client.ts";
import { load } from "../../lib/loaded.ts";
import { pageMeta, siteOf } from "../../lib/page-meta.ts";
import type { StoredOrder } from "../../lib/stored-order.ts";
import { supabase } from "../../lib/supabase.client.ts";
import { withRenewal } from "../../lib/with-renewal.ts";
import "../parts/customer-code.ts";
import type { Route } from "./+types/order";

const ORDERS = "/account?tab=commandes";

/** The title is also the name that a browser gives to the printed file. */
export function meta({ matches, params, loaderData }: Route.MetaArgs) {
  const order = loaderData?.order.ok && loaderData.order.value;
  return pageMeta({
    ...siteOf(matches),
    path: `/account/orders/${params.id}`,
    title: order ? `Commande ${order.number}` : "Votre commande",
    description: "Le détail d'une commande, à garder ou à imprimer.",
    noindex: true,
  });
}

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const account = await requireUser(request);
  const order = await load(
    "order",
    withRenewal(authClient, () => findStoredOrder(supabase(), params.id)),
  );
  return { account, order };
}

export default function OrderPage({ loaderData: { account, order } }: Route.ComponentProps) {
  useFailureToast(order, ORDERS_FAILED);
  return (
    <Frame>
      <ForAccount account={account}>
        {!order.ok && <Failed />}
        {order.ok && (order.value ? <Sheet order={order.value} /> : <Unknown />)}
      </ForAccount>
    </Frame>
  );
}

function Sheet({ order }: { order: StoredOrder }) {
  const { shop_name, address, phone, email } = useShop();
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 print:hidden">
        <Link to={ORDERS} className="link mr-auto inline-flex min-h-11 items-center gap-2">
          <ArrowLeft aria-hidden size={18} />
          Mes commandes
        </Link>
        <button type="button" className="btn btn-primary max-sm:grow" onClick={() => window.print()}>
          <Printer aria-hidden size={18} />
          Imprimer
        </button>
      </div>
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

function Unknown() {
  return (
    <EmptyState
      picture="not-found"
      title="Commande introuvable"
      hint="Elle n'existe pas, ou elle appartient à un autre compte."
      headingLevel="h1"
    >
      <Link to={ORDERS} className="btn btn-primary">
        Voir mes commandes
      </Link>
    </EmptyState>
  );
}

function Failed() {
  const { revalidate, state } = useRevalidator();
  return (
    <>
      <h1 className="text-2xl">Votre commande</h1>
      <Notice tone="error" role="alert" className="grid justify-items-start gap-2">
        <p className="font-semibold">{ORDERS_FAILED}</p>
        <BusyButton type="button" className="btn btn-outline" busy={state === "loading"} onClick={revalidate}>
          Réessayer
        </BusyButton>
      </Notice>
    </>
  );
}

export function ErrorBoundary() {
  return (
    <Frame>
      <h1 className="text-2xl">Votre commande</h1>
      <OfflineNotice />
    </Frame>
  );
}

export function HydrateFallback() {
  return (
    <Frame>
      <NeedsScript />
      <h1 className="text-2xl">Votre commande</h1>
      <div role="status" aria-label="Chargement de la commande" className="skeleton h-120 rounded-card" />
    </Frame>
  );
}

function Frame({ children }: { children: React.ReactNode }) {
  return (
    <div className="page py-6 md:py-10 print:p-0">
      <div className="mx-auto grid max-w-[800px] gap-5">{children}</div>
    </div>
  );
}
