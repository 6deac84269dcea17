/** Any address that the shop does not know. */
import { data, Link } from "react-router";
import { EmptyState } from "../../components/layout/empty-state.tsx";
import { pageMeta, siteOf } from "../../lib/page-meta.ts";
import type { Route } from "./+types/not-found";

export function loader() {
  return data(null, { status: 404 });
}

/** Any text can be an address: what is kept for unknown ones would only push known ones out of a cache. */
export const headers = () => ({ "cache-control": "no-store" });

export function meta({ matches, location }: Route.MetaArgs) {
  return pageMeta({
    ...siteOf(matches),
    path: location.pathname,
    title: "Page introuvable",
    description: "La page que vous recherchez n'existe pas.",
    noindex: true,
  });
}

export default function NotFoundPage() {
  return (
    <EmptyState
      picture="not-found"
      title="404"
      hint="Oups ! La page que vous recherchez n'existe pas."
      headingLevel="h1"
    >
      <Link to="/" className="btn btn-primary">
        Retour à l'accueil
      </Link>
      <Link to="/products" className="btn btn-outline">
        Voir les produits
      </Link>
    </EmptyState>
  );
}
