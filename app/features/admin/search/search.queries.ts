/** Queries for the search of the top bar. The database returns only what the user may read. */
import { formatXof } from "#app/lib/format/money.ts";
import { formatPhone } from "#app/lib/format/phone.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

/** The maximum of hits of each kind. */
const LIMIT = 4;

interface SearchHit {
  to: string;
  title: string;
  /** Distinguishes it from others with the same title. */
  detail: string;
}

export interface SearchHitGroup {
  label: string;
  hits: SearchHit[];
}

/**
 * The groups with hits whose screens the user may open. The query has the minimum length of a search. Throws when one of
 * the queries fails.
 */
export async function searchAdmin(
  client: Supabase,
  query: string,
  mayOpen: (path: string) => boolean,
  signal: AbortSignal,
): Promise<SearchHitGroup[]> {
  const groups = await Promise.all([
    mayOpen("/admin/products") && searchProducts(client, query, mayOpen("/admin/products/edit"), signal),
    mayOpen("/admin/orders") && searchOrders(client, query, signal),
    mayOpen("/admin/users") && searchCustomers(client, query, signal),
    mayOpen("/admin/technicians") && searchTechnicians(client, query, signal),
  ]);
  return groups.flatMap((group) => (group && group.hits.length > 0 ? [group] : []));
}

/** A product is found in its form, by whoever only counts the stock in the list. */
async function searchProducts(
  client: Supabase,
  query: string,
  mayEdit: boolean,
  signal: AbortSignal,
): Promise<SearchHitGroup> {
  const { data } = await client
    .rpc("suggest_products", { query }, { get: true })
    .select("id,name,reference,price")
    .limit(LIMIT)
    .abortSignal(signal)
    .throwOnError();
  const hits = data.map(({ id, name, reference, price }) => ({
    to: mayEdit
      ? `/admin/products/edit/${id}`
      : `/admin/products?search=${encodeURIComponent(reference ?? name)}`,
    title: name,
    detail: [reference, formatXof(price)].filter(Boolean).join(" · "),
  }));
  return { label: "Produits", hits };
}

async function searchOrders(client: Supabase, query: string, signal: AbortSignal): Promise<SearchHitGroup> {
  const { data } = await client
    .rpc("search_orders", { query }, { get: true })
    .select("number,customer_name,total_amount")
    .order("created_at", { ascending: false })
    .order("id")
    .limit(LIMIT)
    .abortSignal(signal)
    .throwOnError();
  const hits = data.map(({ number, customer_name, total_amount }) => ({
    to: `/admin/orders?search=${encodeURIComponent(number)}`,
    title: number,
    detail: `${customer_name} · ${formatXof(total_amount)}`,
  }));
  return { label: "Commandes", hits };
}

async function searchCustomers(
  client: Supabase,
  query: string,
  signal: AbortSignal,
): Promise<SearchHitGroup> {
  const { data } = await client
    .rpc("search_customers", { query }, { get: true })
    .select("email,first_name,last_name,phone")
    .order("created_at", { ascending: false })
    .order("id")
    .limit(LIMIT)
    .abortSignal(signal)
    .throwOnError();
  const hits = data.map(({ email, first_name, last_name, phone }) => ({
    to: `/admin/users?search=${encodeURIComponent(email ?? phone ?? "")}`,
    title: [first_name, last_name].filter(Boolean).join(" ") || email || "Sans nom",
    detail: [email, phone && formatPhone(phone)].filter(Boolean).join(" · "),
  }));
  return { label: "Clients", hits };
}

async function searchTechnicians(
  client: Supabase,
  query: string,
  signal: AbortSignal,
): Promise<SearchHitGroup> {
  const { data } = await client
    .rpc("search_technicians", { query }, { get: true })
    .select("id,name,specialty,location")
    .limit(LIMIT)
    .abortSignal(signal)
    .throwOnError();
  const hits = data.map(({ id, name, specialty, location }) => ({
    to: `/admin/technicians/edit/${id}`,
    title: name,
    detail: [specialty, location].filter(Boolean).join(" · "),
  }));
  return { label: "Techniciens", hits };
}
