/** Queries for the customer accounts. Every function throws when the backend returns an error. */

import { type CountedPage, loadEstimatedPage, type RowCount } from "#app/lib/lists/list-page.ts";
import type { SortOrder } from "#app/lib/lists/list-search-params.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

const PAGE_SIZE = 25;
const COLUMNS = "id,email,first_name,last_name,phone,created_at,last_sign_in_at,is_trusted";

export const CUSTOMER_SORT_KEYS = ["created_at", "email"] as const;

export interface Customer {
  id: string;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  created_at: string;
  /** The last sign-in according to the auth service; null when there was none. */
  last_sign_in_at: string | null;
  /** No limit of orders applies. */
  is_trusted: boolean;
}

interface ListCustomersParams {
  search: string;
  order: SortOrder<(typeof CUSTOMER_SORT_KEYS)[number]>;
  /** 1-based; a page beyond the last one returns the first. */
  page: number;
}

export async function listCustomers(
  client: Supabase,
  { search, order, page }: ListCustomersParams,
): Promise<CountedPage<Customer>> {
  const query = async (from: number, to: number) => {
    const { data } = await buildCustomersQuery(client, search)
      .order(order.by, { ascending: !order.descending })
      .order("id")
      .range(from, to)
      .throwOnError();
    return data;
  };
  const result = await loadEstimatedPage(page, PAGE_SIZE, query, () => countCustomers(client, search));
  // The types of a view's columns are nullable.
  const rows = result.rows.flatMap(({ id, created_at, is_trusted, ...row }) =>
    id && created_at ? [{ ...row, id, created_at, is_trusted: is_trusted === true }] : [],
  );
  return { ...result, rows };
}

/** The profiles, each with its last sign-in. */
function buildCustomersQuery(client: Supabase, search: string) {
  return search
    ? client.rpc("search_customers", { query: search }, { get: true }).select(COLUMNS)
    : client.from("customers").select(COLUMNS);
}

/** A search has so few results that they are counted exactly. */
async function countCustomers(client: Supabase, search: string): Promise<RowCount> {
  if (search) {
    const { count } = await client
      .rpc("search_customers", { query: search }, { count: "exact", head: true })
      .throwOnError();
    return { total: count ?? 0, isExact: true };
  }
  const { data } = await client.rpc("count_customers", undefined, { get: true }).single().throwOnError();
  return { total: data.total, isExact: data.is_exact };
}
