/** /admin/technicians/new and /admin/technicians/edit/:id. */
import { Link, useRevalidator } from "react-router";
import { EmptyState } from "../../components/layout/empty-state.tsx";
import { Failed } from "../../components/office/failed.tsx";
import { useFailureToast } from "../../components/ui/use-failure-toast.ts";
import { officeMeta } from "../../features/office/office-meta.ts";
import { readTechnician } from "../../features/office/technicians/technician.queries.ts";
import { TECHNICIANS } from "../../features/office/technicians/technician.ts";
import { TechnicianForm } from "../../features/office/technicians/technician-form.tsx";
import { useListAddress } from "../../features/office/way-back.tsx";
import { load } from "../../lib/loaded.ts";
import { supabase } from "../../lib/supabase.client.ts";
import type { Route } from "./+types/technician-form";

const FAILED = "Impossible de charger les détails du technicien";

export function meta({ matches, location }: Route.MetaArgs) {
  return officeMeta(matches, location.pathname, "Techniciens");
}

export async function clientLoader({ params: { id } }: Route.ClientLoaderArgs) {
  if (id === undefined) return { isNew: true, found: { ok: true, value: null } as const };
  return { isNew: false, found: await load("technician", readTechnician(supabase(), id)) };
}

export default function TechnicianFormPage({ loaderData: { isNew, found }, params }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator();
  const list = useListAddress(TECHNICIANS);
  useFailureToast(found, FAILED);
  if (!found.ok) {
    return <Failed message={FAILED} busy={state === "loading"} onRetry={() => void revalidate()} />;
  }
  if (!isNew && !found.value) {
    return (
      <EmptyState picture="not-found" title="Technicien non trouvé">
        <Link to={list} className="btn btn-primary">
          Retour aux techniciens
        </Link>
      </EmptyState>
    );
  }
  return <TechnicianForm key={params.id ?? "new"} technician={found.value} />;
}
