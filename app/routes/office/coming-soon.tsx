/** The screens of the back office that are still being built: each has its place in the menu and its title. */
import { Link, useLocation } from "react-router";
import { EmptyState } from "../../components/layout/empty-state.tsx";
import { screenTitle } from "../../features/office/frame/menu.ts";
import { officeMeta } from "../../features/office/office-meta.ts";
import type { Route } from "./+types/coming-soon";

export function meta({ matches, location }: Route.MetaArgs) {
  return officeMeta(matches, location.pathname, screenTitle(location.pathname));
}

export async function clientLoader() {
  return null;
}

export default function ComingSoon() {
  const { pathname } = useLocation();
  return (
    <EmptyState key={pathname} picture="coming-soon" title="Cet écran arrive bientôt.">
      <Link to="/admin/dashboard" className="btn btn-primary">
        Tableau de bord
      </Link>
    </EmptyState>
  );
}
