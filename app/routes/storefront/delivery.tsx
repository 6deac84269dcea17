/** /delivery: delivery times, costs and steps. */
import { DeliveryText } from "#app/features/content/pages/delivery.tsx";
import { loadStaticPage } from "#app/features/content/pages/static-page.server.tsx";
import { StaticPage } from "#app/features/content/pages/static-page.tsx";
import { getSiteMeta, pageMeta } from "#app/lib/pages/page-meta.ts";
import { publicPageHeaders } from "#app/lib/pages/public-page.ts";
import type { Route } from "./+types/delivery";

const TITLE = "Informations de Livraison";

export function loader({ context }: Route.LoaderArgs) {
  return loadStaticPage(context, DeliveryText);
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
