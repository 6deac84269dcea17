/** /admin/technicians: the people of the directory, to be found, edited and deleted. */
import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { Link } from "react-router";
import { FilterBar } from "../../components/office/filter-bar.tsx";
import { ListResult } from "../../components/office/list-result.tsx";
import { PageActions } from "../../components/office/page-actions.tsx";
import { officeMeta } from "../../features/office/office-meta.ts";
import { DeleteTechnician } from "../../features/office/technicians/delete-technician.tsx";
import { listTechnicians, TECHNICIAN_ORDERS } from "../../features/office/technicians/technician.queries.ts";
import { type ListedTechnician, TECHNICIANS } from "../../features/office/technicians/technician.ts";
import { TechnicianList } from "../../features/office/technicians/technician-list.tsx";
import { readPage, readText } from "../../lib/address-params.ts";
import { type ListOrder, readOrder } from "../../lib/list-address.ts";
import { load } from "../../lib/loaded.ts";
import { supabase } from "../../lib/supabase.client.ts";
import type { Route } from "./+types/technicians";

export function meta({ matches }: Route.MetaArgs) {
  return officeMeta(matches, TECHNICIANS, "Techniciens");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = new URL(request.url).searchParams;
  const search = readText(params.get("search"));
  const order: ListOrder<(typeof TECHNICIAN_ORDERS)[number]> = readOrder(params, TECHNICIAN_ORDERS, {
    by: "name",
    descending: false,
  });
  const found = await load(
    "technicians",
    listTechnicians(supabase(), { search, order, page: readPage(params.get("page")) }),
  );
  return { found, order, isSearched: search !== "" };
}

export default function TechniciansPage({ loaderData: { found, order, isSearched } }: Route.ComponentProps) {
  const [deleting, setDeleting] = useState<ListedTechnician | null>(null);
  return (
    <>
      <PageActions lead="Les artisans de l'annuaire, tels que le public les trouve.">
        <AddLink />
      </PageActions>
      <FilterBar label="Rechercher un technicien" placeholder="Nom, spécialité ou localisation" />
      <ListResult
        found={found}
        failure="Impossible de charger les techniciens"
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
    <Link to={`${TECHNICIANS}/new`} className="btn btn-primary">
      <Plus aria-hidden size={16} />
      Ajouter un technicien
    </Link>
  );
}
