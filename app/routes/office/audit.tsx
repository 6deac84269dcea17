/** /admin/audit («Journal»): what administrators changed, found by who, what and when. */
import { FilterBar } from "../../components/office/filter-bar.tsx";
import { FilterDate } from "../../components/office/filter-date.tsx";
import { FilterSelect } from "../../components/office/filter-select.tsx";
import { ListResult } from "../../components/office/list-result.tsx";
import { PageActions } from "../../components/office/page-actions.tsx";
import { listAdministrators, listChanges, nameRows } from "../../features/office/audit/audit.queries.ts";
import { FILTERS, isFiltered, readAuditFilters } from "../../features/office/audit/audit-address.ts";
import { AuditList } from "../../features/office/audit/audit-list.tsx";
import { TABLES } from "../../features/office/audit/audit-words.ts";
import { officeMeta } from "../../features/office/office-meta.ts";
import { readPage } from "../../lib/address-params.ts";
import { load } from "../../lib/loaded.ts";
import { supabase } from "../../lib/supabase.client.ts";
import type { Route } from "./+types/audit";

const tables = Object.entries(TABLES).map(([value, label]) => ({ value, label }));

export function meta({ matches }: Route.MetaArgs) {
  return officeMeta(matches, "/admin/audit", "Journal");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = new URL(request.url).searchParams;
  const filters = readAuditFilters(params);
  const client = supabase();
  const [found, administrators] = await Promise.all([
    load("changes", listChanges(client, filters, readPage(params.get("page")))),
    load("administrators", listAdministrators(client)),
  ]);
  const names = await load("names", nameRows(client, found.ok ? found.value.rows : []));
  return { filters, found, administrators, names };
}

export default function AuditPage({ loaderData }: Route.ComponentProps) {
  const { filters, found, administrators, names } = loaderData;
  const people = administrators.ok ? administrators.value : [];
  return (
    <>
      <PageActions lead="Ce que les administrateurs ont changé. Rien ne s'y efface." />
      <FilterBar filters={FILTERS}>
        <FilterSelect
          name="actor"
          label="Administrateur"
          all="Tout le monde"
          options={people.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <FilterSelect name="table" label="Objet" all="Tous les objets" options={tables} />
        <FilterDate name="from" label="Du" />
        <FilterDate name="to" label="Au" />
        {filters.row && <input type="hidden" name="row" value={filters.row} />}
      </FilterBar>
      <ListResult
        found={found}
        failure="Impossible de charger le journal"
        empty={
          isFiltered(filters)
            ? "Aucun changement ne correspond à ces critères."
            : "Aucun changement pour le moment."
        }
      >
        {(entries) => <AuditList entries={entries} names={names.ok ? names.value : null} />}
      </ListResult>
    </>
  );
}
