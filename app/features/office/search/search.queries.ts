/** The search of the top bar. What is found is what the one who searches may read: the database decides. */
import { formatXof } from "../../../lib/money.ts";
import { formatPhone } from "../../../lib/phone.ts";
import { literalRegex, withoutAccents } from "../../../lib/search-text.ts";
import type { Supabase } from "../../../lib/supabase.client.ts";

/** Hits of one kind. */
const LIMIT = 4;
/** As many as the database itself looks for. */
const MOST_WORDS = 8;

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

/**
 * The kinds in which something was found; `text` has two letters at least, and from three on orders and customers are
 * found as well. Throws when one of them could not be asked.
 */
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

async function orders(client: Supabase, query: string, signal: AbortSignal): Promise<HitGroup> {
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

async function customers(client: Supabase, query: string, signal: AbortSignal): Promise<HitGroup> {
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

async function technicians(client: Supabase, text: string, signal: AbortSignal): Promise<HitGroup> {
  const { data } = await withoutAccents(text)
    .split(/\s+/)
    .slice(0, MOST_WORDS)
    .reduce(
      (query, word) => query.regexIMatch("search_name", literalRegex(word)),
      client.from("technician_profiles").select("id,name,specialty,location"),
    )
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
