/** /privacy: which personal data the shop stores, and why. */
import { PrivacyText } from "#app/features/content/pages/privacy.tsx";
import { loadStaticPage } from "#app/features/content/pages/static-page.server.tsx";
import { StaticPage } from "#app/features/content/pages/static-page.tsx";
import { getSiteMeta, pageMeta } from "#app/lib/pages/page-meta.ts";
import { publicPageHeaders } from "#app/lib/pages/public-page.ts";
import type { Route } from "./+types/privacy";

const TITLE = "Politique de Confidentialité";

export function loader({ context }: Route.LoaderArgs) {
  return loadStaticPage(context, PrivacyText);
}

export const headers = publicPageHeaders;

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    ...getSiteMeta(matches),
    path: "/privacy",
    title: TITLE,
    description:
      "Ce que le site enregistre, pourquoi et combien de temps. Ni publicité ni traceur : vos données servent à vous livrer.",
    breadcrumbs: [
      { to: "/", label: "Accueil" },
      { to: "/privacy", label: TITLE },
    ],
  });
}

export default function PrivacyPage({ loaderData: { html } }: Route.ComponentProps) {
  return <StaticPage title={TITLE} html={html} />;
}
