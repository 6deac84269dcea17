/** Queries for technicians in the admin. Every function throws when the backend returns an error. */

import { isUuid } from "#app/lib/is-uuid.ts";
import { type ListPage, loadCountedPage } from "#app/lib/lists/list-page.ts";
import type { SortOrder } from "#app/lib/lists/list-search-params.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { ListedTechnician, StoredTechnician } from "./technician.ts";

const PAGE_SIZE = 25;
export const TECHNICIAN_SORT_KEYS = ["name", "specialty", "rating"] as const;

const LISTED_COLUMNS = "id,name,slug,image,specialty,location,rating,review_count,verified_at";

interface ListTechniciansParams {
  search: string;
  /** Null for the order of the search: the names that contain it first. */
  order: SortOrder<(typeof TECHNICIAN_SORT_KEYS)[number]> | null;
  /** 1-based; a page beyond the last one returns the last. */
  page: number;
}

export function listTechnicians(
  client: Supabase,
  { search, order, page }: ListTechniciansParams,
): Promise<ListPage<ListedTechnician>> {
  return loadCountedPage(page, PAGE_SIZE, (from, to) => {
    const query = search
      ? client
          .rpc("search_technicians", { query: search }, { get: true, count: "exact" })
          .select(LISTED_COLUMNS)
      : client.from("technician_profiles").select(LISTED_COLUMNS, { count: "exact" });
    const sorted = order
      ? query.order(order.by, { ascending: !order.descending }).order("name").order("id")
      : query;
    return sorted.range(from, to);
  });
}

/** A technician with contact details; null when there is none (any more). */
export async function findTechnician(client: Supabase, id: string): Promise<StoredTechnician | null> {
  if (!isUuid(id)) return null;
  const { data } = await client
    .from("technician_profiles")
    .select(
      "id,name,slug,specialty,specialty_slug,image,description,experience,location,availability,rating,review_count,satisfied_clients,verified_at,updated_at,contacts:technician_contacts(phone,email)",
    )
    .eq("id", id)
    .maybeSingle()
    .throwOnError();
  if (!data) return null;
  const { contacts, ...profile } = data;
  return { ...profile, phone: contacts?.phone ?? null, email: contacts?.email ?? null };
}

/** The slug of a name that no other technician has; "" for a name without letters or digits. */
export async function findFreeTechnicianSlug(client: Supabase, name: string, id: string): Promise<string> {
  const { data } = await client.rpc("free_slug", { kind: "technicians", name, for_id: id }).throwOnError();
  return data ?? "";
}
