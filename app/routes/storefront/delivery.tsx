/** /delivery: delivery times, costs and steps. */

import { DeliveryText } from "#app/features/content/pages/delivery.tsx";
import { loadStaticPage } from "#app/features/content/pages/static-page.server.tsx";
import { StaticPage } from "#app/features/content/pages/static-page.tsx";
import { getDeliveryOffer } from "#app/lib/models/delivery-offer.queries.ts";
import { getSiteMeta, pageMeta } from "#app/lib/pages/page-meta.ts";
import { publicPageHeaders } from "#app/lib/pages/public-page.ts";
import { toResult } from "#app/lib/result.ts";
import { createAnonSupabase } from "#app/lib/supabase/supabase.server.ts";
import type { Route } from "./+types/delivery";

const TITLE = "Informations de Livraison";

export async function loader({ context }: Route.LoaderArgs) {
  const offer = await toResult("delivery offer", getDeliveryOffer(createAnonSupabase(context)));
  return loadStaticPage(
    context,
    (props) => <DeliveryText {...props} offer={offer.ok ? offer.value : null} />,
    [offer],
  );
}

export const headers = publicPageHeaders;

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    ...getSiteMeta(matches),
    path: "/delivery",
    title: TITLE,
    description:
      "Délais par ville, frais et étapes : 24-48h à Ouagadougou, 2-3 jours à Bobo-Dioulasso, partout au Burkina Faso. Vous vérifiez, puis vous payez.",
    breadcrumbs: [
      { to: "/", label: "Accueil" },
      { to: "/delivery", label: TITLE },
    ],
  });
}

export default function DeliveryPage({ loaderData: { html } }: Route.ComponentProps) {
  return <StaticPage title={TITLE} html={html} />;
}
