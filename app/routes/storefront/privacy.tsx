/** /privacy: which personal data the shop stores, and why. */
import { PrivacyText } from "#app/features/content/pages/privacy.tsx";
import { loadStaticPage } from "#app/features/content/pages/static-page.server.tsx";
import { StaticPage } from "#app/features/content/pages/static-page.tsx";
import { getRetentionTimes } from "#app/features/content/settings.queries.ts";
import { getSiteMeta, pageMeta } from "#app/lib/pages/page-meta.ts";
import { publicPageHeaders } from "#app/lib/pages/public-page.ts";
import { toResult } from "#app/lib/result.ts";
import { createAnonSupabase } from "#app/lib/supabase/supabase.server.ts";
import type { Route } from "./+types/privacy";

const TITLE = "Politique de Confidentialité";

export async function loader({ context }: Route.LoaderArgs) {
  const kept = await toResult("retention times", getRetentionTimes(createAnonSupabase(context)));
  return loadStaticPage(context, (props) => <PrivacyText {...props} kept={kept.ok ? kept.value : null} />, [
    kept,
  ]);
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
