/** How long a delivery takes, what it costs, and how it goes. */
import { DeliveryText } from "../../features/content/pages/delivery.tsx";
import { loadText } from "../../features/content/pages/written-page.server.tsx";
import { WrittenPage } from "../../features/content/pages/written-page.tsx";
import { pageMeta, siteOf } from "../../lib/page-meta.ts";
import { publicPageHeaders } from "../../lib/public-page.ts";
import type { Route } from "./+types/delivery";

const TITLE = "Informations de Livraison";

export function loader({ context }: Route.LoaderArgs) {
  return loadText(context, DeliveryText);
}

export const headers = publicPageHeaders;

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    ...siteOf(matches),
    path: "/delivery",
    title: TITLE,
    description:
      "Délais par ville, frais et étapes : 24-48h à Ouagadougou, 2-3 jours à Bobo-Dioulasso, partout au Burkina Faso. Vous vérifiez, puis vous payez.",
    trail: [
      { to: "/", label: "Accueil" },
      { to: "/delivery", label: TITLE },
    ],
  });
}

export default function DeliveryPage({ loaderData: { html } }: Route.ComponentProps) {
  return <WrittenPage title={TITLE} html={html} />;
}
