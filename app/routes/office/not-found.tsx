/**
 * /admin/*: any address of the back office that has no screen. It stands behind the door like the screens do:
 * whoever has no right is led to the sign-in page from here as from anywhere, and is not told that nothing is here.
 */
import { data, Link } from "react-router";
import { EmptyState } from "../../components/layout/empty-state.tsx";
import { officeMeta } from "../../features/office/office-meta.ts";
import type { Route } from "./+types/not-found";

/** The server knows the addresses, and not who asks. */
export function loader() {
  return data(null, { status: 404 });
}

/** The browser has nothing more to ask. */
export const clientLoader = () => null;

export const headers = () => ({ "cache-control": "no-store" });

export function meta({ matches, location }: Route.MetaArgs) {
  return officeMeta(matches, location.pathname, "Administration");
}

export default function OfficeNotFound() {
  return (
    <EmptyState
      picture="not-found"
      title="Page introuvable"
      hint="L'administration n'a pas d'écran à cette adresse."
    >
      <Link to="/admin/dashboard" className="btn btn-primary">
        Tableau de bord
      </Link>
    </EmptyState>
  );
}
