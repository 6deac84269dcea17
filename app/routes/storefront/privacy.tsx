/** What the shop stores of people, and why. */
import { PrivacyText } from "../../features/content/pages/privacy.tsx";
import { loadText } from "../../features/content/pages/written-page.server.tsx";
import { WrittenPage } from "../../features/content/pages/written-page.tsx";
import { pageMeta, siteOf } from "../../lib/page-meta.ts";
import { publicPageHeaders } from "../../lib/public-page.ts";
import type { Route } from "./+types/privacy";

const TITLE = "Politique de Confidentialité";

export function loader({ context }: Route.LoaderArgs) {
  return loadText(context, PrivacyText);
}

export const headers = publicPageHeaders;

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    ...siteOf(matches),
    path: "/privacy",
    title: TITLE,
    description:
      "Ce que le site enregistre, pourquoi et combien de temps. Ni publicité ni traceur : vos données servent à vous livrer.",
    trail: [
      { to: "/", label: "Accueil" },
      { to: "/privacy", label: TITLE },
    ],
  });
}

export default function PrivacyPage({ loaderData: { html } }: Route.ComponentProps) {
  return <WrittenPage title={TITLE} html={html} />;
}
