/** /admin/users («Clients»): the customer accounts, read-only. */
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { FilterBar } from "#app/components/admin/filter-bar.tsx";
import { ListResult } from "#app/components/admin/list-result.tsx";
import {
  CUSTOMER_SORT_KEYS,
  type Customer,
  listCustomers,
} from "#app/features/admin/customers/customers.queries.ts";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import { formatPhone } from "#app/lib/format/phone.ts";
import { parseSortOrder, type SortOrder } from "#app/lib/lists/list-search-params.ts";
import { parsePageParam, parseTextParam } from "#app/lib/pages/search-params.ts";
import { toResult } from "#app/lib/result.ts";
import { isSearchTooShort, SEARCH_TOO_SHORT_MESSAGE } from "#app/lib/search/search-text.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/users";

const columns: Column<Customer>[] = [
  { label: "Client", isRowHeader: true, render: formatFullName },
  { label: "Email", sortKey: "email", render: ({ email }) => email ?? "–" },
  {
    label: "Téléphone",
    render: ({ phone }) => (phone ? <span className="whitespace-nowrap">{formatPhone(phone)}</span> : "–"),
  },
  { label: "Inscription", sortKey: "created_at", render: ({ created_at }) => formatDateTime(created_at) },
  {
    label: "Dernière connexion",
    render: ({ last_sign_in_at }) => (last_sign_in_at ? formatDateTime(last_sign_in_at) : "Jamais"),
  },
  { label: "Identifiant", render: ({ id }) => <code>{id.slice(0, 8)}</code> },
];

function formatFullName({ first_name, last_name }: Customer): string {
  return [first_name, last_name].filter(Boolean).join(" ") || "Sans nom";
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "/admin/users", "Clients");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = new URL(request.url).searchParams;
  const search = parseTextParam(params.get("search"));
  const order: SortOrder<(typeof CUSTOMER_SORT_KEYS)[number]> = parseSortOrder(params, CUSTOMER_SORT_KEYS, {
    by: "created_at",
    descending: true,
  });
  const result = await toResult(
    "customers",
    listCustomers(getSupabase(), { search, order, page: parsePageParam(params.get("page")) }),
  );
  return { result, order, search };
}

export default function UsersPage({ loaderData: { result, order, search } }: Route.ComponentProps) {
  return (
    <>
      <FilterBar label="Rechercher un client" placeholder="Nom, email ou téléphone" />
      <ListResult
        result={result}
        errorMessage="Impossible de charger les utilisateurs"
        empty={getEmptyText(search)}
      >
        {(rows) => (
          <DataTable
            caption="Les clients"
            columns={columns}
            rows={rows}
            getRowKey={({ id }) => id}
            order={order}
          />
        )}
      </ListResult>
    </>
  );
}

function getEmptyText(search: string): string {
  if (search === "") return "Aucun client pour le moment.";
  if (isSearchTooShort(search)) return SEARCH_TOO_SHORT_MESSAGE;
  return "Aucun client ne correspond à cette recherche.";
}
