/** /admin/no-access: says that a screen is not for the role of whoever is signed in. */
import { Link } from "react-router";
import { EmptyState } from "#app/components/layout/empty-state.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { administratorContext, NO_ACCESS_PATH } from "#app/features/admin/shared/administrator.ts";
import { getRoleDescription, getRoleLabel } from "#app/features/admin/shared/labels/staff-roles.ts";
import type { Route } from "./+types/no-access";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, NO_ACCESS_PATH, "Accès réservé");
}

export function clientLoader({ context }: Route.ClientLoaderArgs) {
  return { role: context.get(administratorContext).role };
}

export default function NoAccess({ loaderData: { role } }: Route.ComponentProps) {
  return (
    <EmptyState
      image="not-found"
      title="Cet écran n'est pas ouvert à votre rôle"
      hint={`Votre rôle : ${getRoleLabel(role)}. ${getRoleDescription(role)} Le propriétaire peut le changer.`}
    >
      <Link to="/admin/dashboard" className={buttonClass("primary")}>
        Tableau de bord
      </Link>
    </EmptyState>
  );
}
