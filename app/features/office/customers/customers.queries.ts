/** The accounts of the shop. Every function throws when the backend refuses. */
import type { ListOrder } from "../../../lib/list-address.ts";
import { type CountedPage, readCountedPage } from "../../../lib/list-page.ts";
import type { Supabase } from "../../../lib/supabase.client.ts";

const SIZE = 25;
const COLUMNS = "id,email,first_name,last_name,phone,created_at,last_sign_in_at";

/** Shorter texts find nothing. */
export const SEARCH_MIN = 3;
export const CUSTOMER_ORDERS = ["created_at", "email"] as const;

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

interface Wanted {
  search: string;
  order: ListOrder<(typeof CUSTOMER_ORDERS)[number]>;
  /** From 1; beyond the last one the first is given. */
  page: number;
}

export async function listCustomers(
  client: Supabase,
  { search, order, page }: Wanted,
): Promise<CountedPage<Customer>> {
  const found = await readCountedPage(page, SIZE, (from, to) =>
    customers(client, search).order(order.by, { ascending: !order.descending }).order("id").range(from, to),
  );
  // What comes through a view may be null, as far as its type can tell.
  const rows = found.rows.flatMap(({ id, created_at, ...row }) =>
    id && created_at ? [{ ...row, id, created_at }] : [],
  );
  return { ...found, rows };
}

/**
 * The profiles, each with its last sign-in. Of all together the database only guesses how many there are, once they
 * are more than a thousand: counting them would cost the list more than everything else.
 */
function customers(client: Supabase, search: string) {
  return search
    ? client.rpc("search_customers", { query: search }, { get: true, count: "exact" }).select(COLUMNS)
    : client.from("customers").select(COLUMNS, { count: "estimated" });
}
