/** /admin/users («Clients»): the customer accounts, what they have ordered, and which of them the shop trusts. */
import { FilterBar } from "#app/components/admin/filter-bar.tsx";
import { ListResult } from "#app/components/admin/list-result.tsx";
import { CustomerList } from "#app/features/admin/customers/customer-list.tsx";
import { CUSTOMER_SORT_KEYS, listCustomers } from "#app/features/admin/customers/customers.queries.ts";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { PeopleTabs } from "#app/features/admin/shared/people-tabs.tsx";
import { parseSortOrder, type SortOrder } from "#app/lib/lists/list-search-params.ts";
import { parsePageParam, parseTextParam } from "#app/lib/pages/search-params.ts";
import { toResult } from "#app/lib/result.ts";
import { isSearchTooShort, SEARCH_TOO_SHORT_MESSAGE } from "#app/lib/search/search-text.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/users";

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
      <PeopleTabs />
      <FilterBar label="Rechercher un client" placeholder="Nom, email ou téléphone" />
      <ListResult
        result={result}
        errorMessage="Impossible de charger les utilisateurs"
        empty={getEmptyText(search)}
      >
        {(customers) => <CustomerList customers={customers} order={order} />}
      </ListResult>
    </>
  );
}

function getEmptyText(search: string): string {
  if (search === "") return "Aucun client pour le moment.";
  if (isSearchTooShort(search)) return SEARCH_TOO_SHORT_MESSAGE;
  return "Aucun client ne correspond à cette recherche.";
}
