/** /about: the shop's page about itself. */
import { AboutText } from "#app/features/content/pages/about.tsx";
import { loadStaticPage } from "#app/features/content/pages/static-page.server.tsx";
import { StaticPage } from "#app/features/content/pages/static-page.tsx";
import { getSiteMeta, pageMeta } from "#app/lib/pages/page-meta.ts";
import { publicPageHeaders } from "#app/lib/pages/public-page.ts";
import type { Route } from "./+types/about";

const TITLE = "À propos";

export function loader({ context }: Route.LoaderArgs) {
  return loadStaticPage(context, AboutText);
}

export const headers = publicPageHeaders;

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    ...getSiteMeta(matches),
    path: "/about",
    title: TITLE,
    description:
      "La quincaillerie en ligne du Burkina Faso depuis 2020 : notre histoire, notre mission, nos valeurs, et comment nous joindre à Ouagadougou.",
    breadcrumbs: [
      { to: "/", label: "Accueil" },
      { to: "/about", label: TITLE },
    ],
  });
}

export default function AboutPage({ loaderData: { html } }: Route.ComponentProps) {
  return <StaticPage title={TITLE} html={html} />;
}
