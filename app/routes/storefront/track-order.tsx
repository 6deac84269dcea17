/**
 * The page of an order's link, for whoever holds it. It is read anew at each request, is not listed by search engines,
 * and its copy can be read without a network.
 */
import { data, Link, useRevalidator } from "react-router";
import { EmptyState } from "#app/components/layout/empty-state.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { OfflineNotice } from "#app/components/ui/offline-notice.tsx";
import { useShop } from "#app/features/content/shop-settings.tsx";
import { OrderTracking } from "#app/features/tracking/order-tracking.tsx";
import { findTrackedOrder } from "#app/lib/models/tracked-order.queries.ts";
import type { PageHandle } from "#app/lib/pages/page-handle.ts";
import { getSiteMeta, pageMeta } from "#app/lib/pages/page-meta.ts";
import { UNAVAILABLE_PAGE_INIT } from "#app/lib/pages/public-page.ts";
import { toResult } from "#app/lib/result.ts";
import { createAnonSupabase } from "#app/lib/supabase/supabase.server.ts";
import type { Route } from "./+types/track-order";

export const handle: PageHandle = { noindex: true, offlineCopy: true };

const PRIVATE_HEADERS = { "cache-control": "no-store", "x-robots-tag": "noindex, nofollow" };

export async function loader({ context, params }: Route.LoaderArgs) {
  const order = await toResult("tracked order", findTrackedOrder(createAnonSupabase(context), params.token));
  if (!order.ok) return data({ order }, UNAVAILABLE_PAGE_INIT);
  return data({ order }, { status: order.value === null ? 404 : 200 });
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => {
  const sent = new Headers(loaderHeaders);
  for (const [name, value] of Object.entries(PRIVATE_HEADERS)) sent.set(name, value);
  return sent;
};

/** The address of the page is in no tag of it. */
export function meta({ matches, loaderData }: Route.MetaArgs) {
  const order = loaderData?.order.ok && loaderData.order.value;
  return pageMeta({
    ...getSiteMeta(matches),
    path: "/suivi",
    title: order ? `Commande ${order.number}` : "Suivi de commande",
    description: "Où en est votre commande, et le montant à préparer.",
  });
}

export default function TrackOrderPage({ loaderData: { order } }: Route.ComponentProps) {
  const { phone, whatsapp } = useShop();
  if (!order.ok) return <LoadError />;
  if (order.value === null) return <UnknownOrder />;
  return (
    <PageLayout>
      <OrderTracking order={order.value} phone={phone} whatsapp={whatsapp} />
    </PageLayout>
  );
}

function UnknownOrder() {
  return (
    <EmptyState
      image="not-found"
      title="Ce lien ne mène à aucune commande"
      hint="Vérifiez qu'il est complet, ou cherchez votre commande par son numéro."
      headingLevel="h1"
    >
      <Link to="/suivi" className={buttonClass("primary")}>
        Chercher ma commande
      </Link>
    </EmptyState>
  );
}

function LoadError() {
  const { revalidate, state } = useRevalidator();
  return (
    <EmptyState
      image="closed-letter"
      title="Impossible de charger votre commande"
      hint="Votre lien reste valable."
      headingLevel="h1"
    >
      <BusyButton variant="primary" busy={state === "loading"} onClick={() => void revalidate()}>
        Réessayer
      </BusyButton>
    </EmptyState>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <PageLayout>
      <h1 className="text-2xl">Suivi de commande</h1>
      <OfflineNotice error={error} />
    </PageLayout>
  );
}

function PageLayout({ children }: { children: React.ReactNode }) {
  return (
    <div className="page py-6 md:py-10">
      <div className="card mx-auto grid max-w-160 gap-6 p-4 sm:p-8">{children}</div>
    </div>
  );
}
