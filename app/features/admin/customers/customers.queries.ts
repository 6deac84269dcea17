/** Queries for the customer accounts. Every function throws when the backend returns an error. */

import { isUuid } from "#app/lib/is-uuid.ts";
import { type CountedPage, loadEstimatedPage, type RowCount } from "#app/lib/lists/list-page.ts";
import type { SortOrder } from "#app/lib/lists/list-search-params.ts";
import type { Database, OrderStatus } from "#app/lib/supabase/database.types.ts";
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
  orders: number;
  /** What the orders that are not cancelled cost, in whole francs. */
  amount: number;
}

interface ListCustomersParams {
  search: string;
  order: SortOrder<(typeof CUSTOMER_SORT_KEYS)[number]>;
  /** 1-based; a page beyond the last one returns the last. */
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
  return { ...result, rows: await withSummaries(client, result.rows) };
}

type CustomerRow = Pick<
  Database["public"]["Views"]["customers"]["Row"],
  "id" | "email" | "first_name" | "last_name" | "phone" | "created_at" | "last_sign_in_at" | "is_trusted"
>;

async function withSummaries(client: Supabase, found: readonly CustomerRow[]): Promise<Customer[]> {
  // The types of a view's columns are nullable.
  const rows = found.flatMap(({ id, created_at, is_trusted, ...row }) =>
    id && created_at ? [{ ...row, id, created_at, is_trusted: is_trusted === true }] : [],
  );
  const summaries = await listSummaries(
    client,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, orders: 0, amount: 0, ...summaries.get(row.id) }));
}

/** By the ids of the customers; one without orders is missing. */
async function listSummaries(client: Supabase, ids: string[]) {
  if (ids.length === 0) return new Map<string, { orders: number; amount: number }>();
  const { data } = await client.rpc("customer_summaries", { customers: ids }).throwOnError();
  return new Map(data.map(({ customer_id, orders, amount }) => [customer_id, { orders, amount }] as const));
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

/** The note of the team about a customer. */
export interface CustomerNote {
  note: string;
  updated_at: string;
}

export interface CustomerOrder {
  id: string;
  number: string;
  status: OrderStatus;
  created_at: string;
  /** In whole francs, as that of what was refused or returned. */
  total_amount: number;
  credited_amount: number;
}

export interface CustomerDetails {
  customer: Customer;
  /** The latest 10, newest first. */
  orders: CustomerOrder[];
  /** Null when nobody has noted anything. */
  note: CustomerNote | null;
}

/** Null when there is no such customer; `id` may be any text. */
export async function findCustomerDetails(client: Supabase, id: string): Promise<CustomerDetails | null> {
  if (!isUuid(id)) return null;
  const [{ data }, { data: orders }, note] = await Promise.all([
    client.from("customers").select(COLUMNS).eq("id", id).throwOnError(),
    client
      .from("orders")
      .select("id,number,status,created_at,total_amount,credited_amount")
      .eq("user_id", id)
      .order("created_at", { ascending: false })
      .order("id")
      .limit(10)
      .throwOnError(),
    findCustomerNote(client, id),
  ]);
  const [customer] = await withSummaries(client, data);
  return customer ? { customer, orders, note } : null;
}

export async function findCustomerNote(client: Supabase, id: string): Promise<CustomerNote | null> {
  const { data } = await client
    .from("customer_notes")
    .select("note,updated_at")
    .eq("customer_id", id)
    .maybeSingle()
    .throwOnError();
  return data;
}
