/** The search of the top bar. What is found is what the one who searches may read: the database decides. */
import { formatXof } from "../../../lib/money.ts";
import { formatPhone } from "../../../lib/phone.ts";
import { wordFilters } from "../../../lib/search-filter.ts";
import { literalRegex, withoutAccents } from "../../../lib/search-text.ts";
import type { Supabase } from "../../../lib/supabase.client.ts";

/** Hits of one kind. */
const LIMIT = 4;

export interface Hit {
  to: string;
  title: string;
  /** What tells it from others of the same name. */
  detail: string;
}

export interface HitGroup {
  label: string;
  hits: Hit[];
}

/** The kinds in which something was found; `text` has two letters at least. Throws when one of them could not be asked. */
export async function searchOffice(client: Supabase, text: string, signal: AbortSignal): Promise<HitGroup[]> {
  const groups = await Promise.all([
    products(client, text, signal),
    orders(client, text, signal),
    customers(client, text, signal),
    technicians(client, text, signal),
  ]);
  return groups.filter(({ hits }) => hits.length > 0);
}

async function products(client: Supabase, query: string, signal: AbortSignal): Promise<HitGroup> {
  const { data } = await client
    .rpc("suggest_products", { query }, { get: true })
    .select("id,name,reference,price")
    .limit(LIMIT)
    .abortSignal(signal)
    .throwOnError();
  const hits = data.map(({ id, name, reference, price }) => ({
    to: `/admin/products/edit/${id}`,
    title: name,
    detail: [reference, formatXof(price)].filter(Boolean).join(" · "),
  }));
  return { label: "Produits", hits };
}

async function orders(client: Supabase, text: string, signal: AbortSignal): Promise<HitGroup> {
  let query = client.from("orders").select("number,customer_name,total_amount");
  for (const filter of wordFilters(["number", "customer_name", "customer_phone"], text)) {
    query = query.or(filter);
  }
  const { data } = await query
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

async function customers(client: Supabase, text: string, signal: AbortSignal): Promise<HitGroup> {
  let query = client.from("profiles").select("id,email,first_name,last_name,phone");
  for (const filter of wordFilters(["first_name", "last_name", "email", "phone"], text)) {
    query = query.or(filter);
  }
  const { data } = await query
    .order("created_at", { ascending: false })
    .order("id")
    .limit(LIMIT)
    .abortSignal(signal)
    .throwOnError();
  const hits = data.map(({ id, email, first_name, last_name, phone }) => ({
    to: `/admin/users?search=${encodeURIComponent(email ?? phone ?? id)}`,
    title: [first_name, last_name].filter(Boolean).join(" ") || email || "Sans nom",
    detail: [email, phone && formatPhone(phone)].filter(Boolean).join(" · "),
  }));
  return { label: "Clients", hits };
}

async function technicians(client: Supabase, text: string, signal: AbortSignal): Promise<HitGroup> {
  const { data } = await client
    .from("technician_profiles")
    .select("id,name,specialty,location")
    .regexIMatch("search_name", literalRegex(withoutAccents(text)))
    .order("name")
    .order("id")
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
