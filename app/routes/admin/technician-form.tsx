/** /admin/technicians/new and /admin/technicians/edit/:id: the form of a technician. */

import { Link } from "react-router";
import { RouteLoadError } from "#app/components/admin/load-error.tsx";
import { EmptyState } from "#app/components/layout/empty-state.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { useFailureToast } from "#app/components/ui/use-failure-toast.ts";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { useListLocation } from "#app/features/admin/shared/back-link.tsx";
import { findTechnician } from "#app/features/admin/technicians/technician.queries.ts";
import { TECHNICIANS_PATH } from "#app/features/admin/technicians/technician.ts";
import { TechnicianForm } from "#app/features/admin/technicians/technician-form.tsx";
import { TECHNICIAN_LOAD_ERROR, TECHNICIAN_NOT_FOUND } from "#app/lib/error-messages.ts";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/technician-form";

export function meta({ matches, location }: Route.MetaArgs) {
  return adminMeta(matches, location.pathname, "Techniciens");
}

export async function clientLoader({ params: { id } }: Route.ClientLoaderArgs) {
  if (id === undefined) return { isNew: true, result: { ok: true, value: null } as const };
  return { isNew: false, result: await toResult("technician", findTechnician(getSupabase(), id)) };
}

export default function TechnicianFormPage({ loaderData: { isNew, result }, params }: Route.ComponentProps) {
  const list = useListLocation(TECHNICIANS_PATH);
  useFailureToast(result, TECHNICIAN_LOAD_ERROR);
  if (!result.ok) {
    return <RouteLoadError message={TECHNICIAN_LOAD_ERROR} />;
  }
  if (!isNew && !result.value) {
    return (
      <EmptyState image="not-found" title={TECHNICIAN_NOT_FOUND}>
        <Link to={list} className={buttonClass("primary")}>
          Retour aux techniciens
        </Link>
      </EmptyState>
    );
  }
  return <TechnicianForm key={params.id ?? "new"} technician={result.value} />;
}
