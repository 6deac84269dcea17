/**
 * The confirmation of the order just placed in this tab. Without one the page explains how ordering works and
 * links onwards.
 */

import CircleCheck from "lucide-react/icons/circle-check-big";
import PackageSearch from "lucide-react/icons/package-search";
import { Link } from "react-router";
import { buttonClass } from "#app/components/ui/button.tsx";
import { NoScriptNotice } from "#app/components/ui/no-script-notice.tsx";
import { readConfirmation } from "#app/features/orders/confirmation.ts";
import { TrackingLink } from "#app/features/tracking/tracking-link.tsx";
import { formatLongDate } from "#app/lib/format/dates.ts";
import type { PageHandle } from "#app/lib/pages/page-handle.ts";
import { getSiteMeta, pageMeta } from "#app/lib/pages/page-meta.ts";
import type { Route } from "./+types/order-confirmation";

export const handle: PageHandle = { noindex: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    ...getSiteMeta(matches),
    path: "/order-confirmation",
    title: "Confirmation de commande",
    description: "Ce qui suit votre commande : livraison et paiement.",
  });
}

export async function clientLoader() {
  return readConfirmation();
}

export default function OrderConfirmationPage({ loaderData: order }: Route.ComponentProps) {
  const facts = [
    ...(order
      ? [
          { term: "Numéro de commande", text: order.number },
          { term: "Date", text: formatLongDate(order.created_at) },
        ]
      : []),
    { term: "Livraison estimée", text: order?.delivery ?? "Dans les meilleurs délais possibles" },
    { term: "Mode de paiement", text: "Paiement à la livraison" },
  ];
  return (
    <PageLayout>
      {order ? (
        <>
          <CircleCheck aria-hidden className="text-success" size={64} strokeWidth={1.75} />
          <h1 className="text-3xl">Merci pour votre commande&nbsp;!</h1>
          <p className="text-muted">
            Elle est enregistrée. Nous vous appelons avant la livraison&nbsp;: gardez votre téléphone à portée
            de main.
          </p>
        </>
      ) : (
        <>
          <PackageSearch aria-hidden className="text-brand" size={64} strokeWidth={1.5} />
          <h1 className="text-3xl">Aucune commande récente ici</h1>
          <p className="text-muted">
            Vos commandes passées se trouvent dans{" "}
            <Link to="/account" className="link">
              votre compte
            </Link>
            . Pour une nouvelle commande, voici comment cela se passe.
          </p>
        </>
      )}
      <dl className="grid w-full gap-x-6 gap-y-4 rounded-md bg-surface p-5 text-left sm:grid-cols-2">
        {facts.map(({ term, text }) => (
          <div key={term}>
            <dt className="text-sm text-muted">{term}</dt>
            <dd className="font-semibold tabular-nums">{text}</dd>
          </div>
        ))}
      </dl>
      <div className="grid w-full gap-3 sm:grid-cols-2">
        <Link to="/products" className={buttonClass("primary")}>
          Continuer mes achats
        </Link>
        <Link to="/" className={buttonClass("outline")}>
          Retour à l'accueil
        </Link>
        {order && (
          <>
            <Link
              to={`/account/orders/${order.id}`}
              className="link inline-flex min-h-11 items-center justify-center sm:col-span-2"
            >
              Voir ou imprimer ma commande
            </Link>
            <TrackingLink orderId={order.id} label="Suivre ma commande sans compte" />
          </>
        )}
      </div>
    </PageLayout>
  );
}

export function HydrateFallback() {
  return (
    <PageLayout>
      <NoScriptNotice />
      <div
        role="status"
        aria-label="Chargement"
        className="needs-script grid w-full justify-items-center gap-4"
      >
        <div className="skeleton size-16 rounded-full" />
        <div className="skeleton h-9 w-3/4" />
        <div className="skeleton h-6 w-full" />
        <div className="skeleton h-32 w-full" />
        <div className="skeleton h-11 w-full" />
      </div>
    </PageLayout>
  );
}

function PageLayout({ children }: { children: React.ReactNode }) {
  return (
    <div className="page py-8 md:py-14">
      <div className="card mx-auto grid max-w-150 justify-items-center gap-5 px-5 py-8 text-center sm:p-10">
        {children}
      </div>
    </div>
  );
}
