/**
 * /admin/*: any unknown path of the admin area. It requires authentication like the other screens:
 * non-administrators are redirected to the sign-in page, and do not learn that the path is unknown.
 */

import { data, Link } from "react-router";
import { EmptyState } from "#app/components/layout/empty-state.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { PAGE_NOT_FOUND } from "#app/lib/error-messages.ts";
import type { Route } from "./+types/not-found";

/** The server knows the routes, but not the user. */
export function loader() {
  return data(null, { status: 404 });
}

/** The browser has nothing to load. */
export const clientLoader = () => null;

export const headers = () => ({ "cache-control": "no-store" });

export function meta({ matches, location }: Route.MetaArgs) {
  return adminMeta(matches, location.pathname, "Administration");
}

export default function AdminNotFound() {
  return (
    <EmptyState
      image="not-found"
      title={PAGE_NOT_FOUND}
      hint="L'administration n'a pas d'écran à cette adresse."
    >
      <Link to="/admin/dashboard" className={buttonClass("primary")}>
        Tableau de bord
      </Link>
    </EmptyState>
  );
}
