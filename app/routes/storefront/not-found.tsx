/** The 404 page. */

import { data, Link } from "react-router";
import { EmptyState } from "#app/components/layout/empty-state.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { PAGE_NOT_FOUND } from "#app/lib/error-messages.ts";
import type { PageHandle } from "#app/lib/pages/page-handle.ts";
import { getSiteMeta, pageMeta } from "#app/lib/pages/page-meta.ts";
import type { Route } from "./+types/not-found";

export function loader() {
  return data(null, { status: 404 });
}

/** Not cached: arbitrary URLs would evict real pages from the cache. */
export const headers = () => ({ "cache-control": "no-store" });

export const handle: PageHandle = { noindex: true };

export function meta({ matches, location }: Route.MetaArgs) {
  return pageMeta({
    ...getSiteMeta(matches),
    path: location.pathname,
    title: PAGE_NOT_FOUND,
    description: "La page que vous recherchez n'existe pas.",
  });
}

export default function NotFoundPage() {
  return (
    <EmptyState
      image="not-found"
      title="404"
      hint="Oups ! La page que vous recherchez n'existe pas."
      headingLevel="h1"
    >
      <Link to="/" className={buttonClass("primary")}>
        Retour à l'accueil
      </Link>
      <Link to="/products" className={buttonClass("outline")}>
        Voir les produits
      </Link>
    </EmptyState>
  );
}
