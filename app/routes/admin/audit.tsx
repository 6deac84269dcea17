/** /admin/audit («Journal»): the audit log of administrators' changes, filtered by actor, table and date. */
import { FilterBar } from "#app/components/admin/filter-bar.tsx";
import { FilterDate } from "#app/components/admin/filter-date.tsx";
import { FilterSelect } from "#app/components/admin/filter-select.tsx";
import { ListResult } from "#app/components/admin/list-result.tsx";
import { PageActions } from "#app/components/admin/page-actions.tsx";
import {
  getRowNames,
  listAdministrators,
  listAuditEntries,
} from "#app/features/admin/audit/audit.queries.ts";
import { TABLE_LABELS } from "#app/features/admin/audit/audit-labels.ts";
import { AuditList } from "#app/features/admin/audit/audit-list.tsx";
import {
  FILTER_PARAMS,
  hasFilters,
  parseAuditFilters,
} from "#app/features/admin/audit/audit-search-params.ts";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { parsePageParam } from "#app/lib/pages/search-params.ts";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/audit";

const tableOptions = Object.entries(TABLE_LABELS).map(([value, label]) => ({ value, label }));

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "/admin/audit", "Journal");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = new URL(request.url).searchParams;
  const filters = parseAuditFilters(params);
  const client = getSupabase();
  const [result, administrators] = await Promise.all([
    toResult("changes", listAuditEntries(client, filters, parsePageParam(params.get("page")))),
    toResult("administrators", listAdministrators(client)),
  ]);
  const names = await toResult("names", getRowNames(client, result.ok ? result.value.rows : []));
  return { filters, result, administrators, names };
}

export default function AuditPage({ loaderData }: Route.ComponentProps) {
  const { filters, result, administrators, names } = loaderData;
  const people = administrators.ok ? administrators.value : [];
  return (
    <>
      <PageActions lead="Ce que les administrateurs ont changé. Rien ne s'y efface." />
      <FilterBar filters={FILTER_PARAMS}>
        <FilterSelect
          name="actor"
          label="Administrateur"
          all="Tout le monde"
          options={people.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <FilterSelect name="table" label="Objet" all="Tous les objets" options={tableOptions} />
        <div className="flex gap-2 max-sm:w-full">
          <FilterDate name="from" label="Du" />
          <FilterDate name="to" label="Au" />
        </div>
        {filters.row && <input type="hidden" name="row" value={filters.row} />}
      </FilterBar>
      <ListResult
        result={result}
        errorMessage="Impossible de charger le journal"
        empty={
          hasFilters(filters)
            ? "Aucun changement ne correspond à ces critères."
            : "Aucun changement pour le moment."
        }
      >
        {(entries) => <AuditList entries={entries} names={names.ok ? names.value : null} />}
      </ListResult>
    </>
  );
}
