/** /terms: the terms and conditions. */

import { loadStaticPage } from "#app/features/content/pages/static-page.server.tsx";
import { StaticPage } from "#app/features/content/pages/static-page.tsx";
import { TermsText } from "#app/features/content/pages/terms.tsx";
import { getSiteMeta, pageMeta } from "#app/lib/pages/page-meta.ts";
import { publicPageHeaders } from "#app/lib/pages/public-page.ts";
import type { Route } from "./+types/terms";

const TITLE = "Conditions d'utilisation";

export function loader({ context }: Route.LoaderArgs) {
  return loadStaticPage(context, TermsText);
}

export const headers = publicPageHeaders;

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    ...getSiteMeta(matches),
    path: "/terms",
    title: TITLE,
    description:
      "Commande, prix, paiement à la livraison, refus, retours et garanties : ce que la boutique et ses clients se doivent, en mots simples.",
    breadcrumbs: [
      { to: "/", label: "Accueil" },
      { to: "/terms", label: TITLE },
    ],
  });
}

export default function TermsPage({ loaderData: { html } }: Route.ComponentProps) {
  return <StaticPage title={TITLE} html={html} />;
}
