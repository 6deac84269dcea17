/** The technicians as the back office reads them. Every function throws when the backend refuses. */
import type { ListOrder } from "../../../lib/list-address.ts";
import { type ListPage, readCountedPage } from "../../../lib/list-page.ts";
import { wordFilters } from "../../../lib/search-filter.ts";
import type { Supabase } from "../../../lib/supabase.client.ts";
import type { ListedTechnician, StoredTechnician } from "./technician.ts";

const SIZE = 25;
export const TECHNICIAN_ORDERS = ["name", "specialty", "rating"] as const;

/** Postgres's code for a text that is no uuid: an address that somebody typed. */
const NO_UUID = "22P02";

/** Also the forms without accents, as people type on keyboards that have none. */
const SEARCHED = ["name", "search_name", "specialty", "specialty_slug", "location"];

interface Wanted {
  search: string;
  order: ListOrder<(typeof TECHNICIAN_ORDERS)[number]>;
  /** From 1; beyond the last one the first is given. */
  page: number;
}

export function listTechnicians(client: Supabase, wanted: Wanted): Promise<ListPage<ListedTechnician>> {
  const { search, order, page } = wanted;
  return readCountedPage(page, SIZE, (from, to) => {
    let query = client
      .from("technician_profiles")
      .select("id,name,slug,image,specialty,location,rating,review_count,verified_at", { count: "exact" });
    for (const filter of wordFilters(SEARCHED, search)) query = query.or(filter);
    return query.order(order.by, { ascending: !order.descending }).order("name").order("id").range(from, to);
  });
}

/** One with the contacts; null when there is none (any more). */
export async function readTechnician(client: Supabase, id: string): Promise<StoredTechnician | null> {
  const { data, error } = await client
    .from("technician_profiles")
    .select(
      "id,name,slug,specialty,specialty_slug,image,description,experience,location,availability,rating,review_count,satisfied_clients,verified_at,updated_at,contacts:technician_contacts(phone,email)",
    )
    .eq("id", id)
    .maybeSingle();
  if (error?.code === NO_UUID) return null;
  if (error) throw new Error(error.message, { cause: error });
  if (!data) return null;
  const { contacts, ...profile } = data;
  return { ...profile, phone: contacts?.phone ?? null, email: contacts?.email ?? null };
}

/** The slug of a name that no other technician carries; "" for a name without letters or digits. */
export async function freeSlug(client: Supabase, name: string, id: string): Promise<string> {
  const { data } = await client.rpc("free_slug", { kind: "technicians", name, for_id: id }).throwOnError();
  return data ?? "";
}
