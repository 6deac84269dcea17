/** What shop and customer owe each other. */
import { TermsText } from "../../features/content/pages/terms.tsx";
import { loadText } from "../../features/content/pages/written-page.server.tsx";
import { WrittenPage } from "../../features/content/pages/written-page.tsx";
import { pageMeta, siteOf } from "../../lib/page-meta.ts";
import { publicPageHeaders } from "../../lib/public-page.ts";
import type { Route } from "./+types/terms";

const TITLE = "Conditions d'utilisation";

export function loader({ context }: Route.LoaderArgs) {
  return loadText(context, TermsText);
}

export const headers = publicPageHeaders;

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    ...siteOf(matches),
    path: "/terms",
    title: TITLE,
    description:
      "Commande, prix, paiement à la livraison, refus, retours et garanties : ce que la boutique et ses clients se doivent, en mots simples.",
    trail: [
      { to: "/", label: "Accueil" },
      { to: "/terms", label: TITLE },
    ],
  });
}

export default function TermsPage({ loaderData: { html } }: Route.ComponentProps) {
  return <WrittenPage title={TITLE} html={html} />;
}
