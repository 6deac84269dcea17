/** The accounts of the shop. Every function throws when the backend refuses. */
import type { ListOrder } from "../../../lib/list-address.ts";
import { wordFilters } from "../../../lib/search-filter.ts";
import type { Supabase } from "../../../lib/supabase.client.ts";

export const CUSTOMERS_PAGE = 25;
export const CUSTOMER_ORDERS = ["created_at", "email"] as const;

/** PostgREST's code for a page after the last one. */
const BEYOND_THE_END = "PGRST103";

export interface Customer {
  id: string;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  created_at: string;
  /** As the auth service knows it; null for an account that never signed in. */
  last_sign_in_at: string | null;
}

export interface CustomerPage {
  customers: Customer[];
  page: number;
  total: number;
}

interface Wanted {
  search: string;
  order: ListOrder<(typeof CUSTOMER_ORDERS)[number]>;
  /** From 1; beyond the last one the first is given. */
  page: number;
}

export async function listCustomers(client: Supabase, wanted: Wanted): Promise<CustomerPage> {
  const { search, order, page } = wanted;
  const from = (page - 1) * CUSTOMERS_PAGE;
  let query = client
    .from("profiles")
    .select("id,email,first_name,last_name,phone,created_at", { count: "exact" });
  for (const filter of wordFilters(["first_name", "last_name", "email", "phone"], search)) {
    query = query.or(filter);
  }
  const { data, count, error } = await query
    .order(order.by, { ascending: !order.descending })
    .order("id")
    .range(from, from + CUSTOMERS_PAGE - 1);
  if (error?.code === BEYOND_THE_END) return listCustomers(client, { ...wanted, page: 1 });
  if (error) throw new Error(error.message, { cause: error });
  const signIns = await lastSignIns(
    client,
    data.map(({ id }) => id),
  );
  const customers = data.map((row) => ({ ...row, last_sign_in_at: signIns.get(row.id) ?? null }));
  return { customers, page, total: count ?? data.length };
}

async function lastSignIns(client: Supabase, ids: string[]): Promise<Map<string | null, string | null>> {
  if (ids.length === 0) return new Map();
  const { data } = await client
    .from("account_sign_ins")
    .select("id,last_sign_in_at")
    .in("id", ids)
    .throwOnError();
  return new Map(data.map(({ id, last_sign_in_at }) => [id, last_sign_in_at]));
}
