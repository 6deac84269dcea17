/** /admin/technicians: the technicians of the directory, searched, edited and deleted. */

import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { Link } from "react-router";
import { FilterBar } from "#app/components/admin/filter-bar.tsx";
import { ListResult } from "#app/components/admin/list-result.tsx";
import { PageActions } from "#app/components/admin/page-actions.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { DeleteTechnician } from "#app/features/admin/technicians/delete-technician.tsx";
import { listTechnicians, TECHNICIAN_SORT_KEYS } from "#app/features/admin/technicians/technician.queries.ts";
import { type ListedTechnician, TECHNICIANS_PATH } from "#app/features/admin/technicians/technician.ts";
import { TechnicianList } from "#app/features/admin/technicians/technician-list.tsx";
import { TECHNICIANS_LOAD_ERROR } from "#app/lib/error-messages.ts";
import { parseSortOrder } from "#app/lib/lists/list-search-params.ts";
import { parsePageParam, parseTextParam } from "#app/lib/pages/search-params.ts";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/technicians";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, TECHNICIANS_PATH, "Techniciens");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = new URL(request.url).searchParams;
  const search = parseTextParam(params.get("search"));
  const order = parseSortOrder(
    params,
    TECHNICIAN_SORT_KEYS,
    search ? null : { by: "name" as const, descending: false },
  );
  const result = await toResult(
    "technicians",
    listTechnicians(getSupabase(), { search, order, page: parsePageParam(params.get("page")) }),
  );
  return { result, order, isSearched: search !== "" };
}

export default function TechniciansPage({ loaderData: { result, order, isSearched } }: Route.ComponentProps) {
  const [deleting, setDeleting] = useState<ListedTechnician | null>(null);
  return (
    <>
      <PageActions lead="Les artisans de l'annuaire, tels que le public les trouve.">
        <AddLink />
      </PageActions>
      <FilterBar label="Rechercher un technicien" placeholder="Nom, spécialité, localisation ou téléphone" />
      <ListResult
        result={result}
        errorMessage={TECHNICIANS_LOAD_ERROR}
        empty={
          isSearched ? (
            "Aucun technicien ne correspond à cette recherche."
          ) : (
            <>
              Aucun technicien pour le moment.
              <AddLink />
            </>
          )
        }
      >
        {(technicians) => <TechnicianList technicians={technicians} order={order} onDelete={setDeleting} />}
      </ListResult>
      {deleting && <DeleteTechnician technician={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}

function AddLink() {
  return (
    <Link to={`${TECHNICIANS_PATH}/new`} className={buttonClass("primary")}>
      <Plus aria-hidden size={16} />
      Ajouter un technicien
    </Link>
  );
}
