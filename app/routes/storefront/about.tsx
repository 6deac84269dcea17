/** Who the shop is. */
import { AboutText } from "../../features/content/pages/about.tsx";
import { loadText } from "../../features/content/pages/written-page.server.tsx";
import { WrittenPage } from "../../features/content/pages/written-page.tsx";
import { pageMeta, siteOf } from "../../lib/page-meta.ts";
import { publicPageHeaders } from "../../lib/public-page.ts";
import type { Route } from "./+types/about";

const TITLE = "À propos";

export function loader({ context }: Route.LoaderArgs) {
  return loadText(context, AboutText);
}

export const headers = publicPageHeaders;

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    ...siteOf(matches),
    path: "/about",
    title: TITLE,
    description:
      "La quincaillerie en ligne du Burkina Faso depuis 2020 : notre histoire, notre mission, nos valeurs, et comment nous joindre à Ouagadougou.",
    trail: [
      { to: "/", label: "Accueil" },
      { to: "/about", label: TITLE },
    ],
  });
}

export default function AboutPage({ loaderData: { html } }: Route.ComponentProps) {
  return <WrittenPage title={TITLE} html={html} />;
}
