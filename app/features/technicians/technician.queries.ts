/** What the directory reads. Every function throws when the backend refuses. */
import type { PostgrestClient } from "@supabase/postgrest-js";
import type { Database } from "../../lib/database.types.ts";
import { literalRegex, withoutAccents } from "../../lib/search-text.ts";
import { isSlug } from "../../lib/slugs.ts";
import type { CardTechnician, Technician, TechnicianContacts } from "./technician.types.ts";
import type { TechnicianFilters } from "./technician-filters.ts";

type Client = PostgrestClient<Database>;

export const PAGE_SIZE = 12;

const CARD_COLUMNS =
  "id,name,slug,specialty,image,description,location,rating,review_count,verified_at" as const;
const PROFILE_COLUMNS =
  `${CARD_COLUMNS},specialty_slug,experience,availability,satisfied_clients,has_phone` as const;

/** About what two lines of a card hold on any screen. */
const SUMMARY_LENGTH = 180;

export interface TechnicianPage {
  technicians: CardTechnician[];
  /** How many match in all. */
  total: number;
}

/**
 * The technicians that match, by name, as many pages of them as are asked for: the list stays whole when it is
 * reloaded, shared or come back to. A search finds its text anywhere in the name, with or without accents.
 */
export async function listTechnicians(client: Client, filters: TechnicianFilters): Promise<TechnicianPage> {
  let query = client
    .from("technician_profiles")
    .select(CARD_COLUMNS, { count: "exact" })
    .order("name")
    .order("id")
    .limit(filters.page * PAGE_SIZE);
  if (filters.specialty) query = query.eq("specialty_slug", filters.specialty);
  if (filters.search) {
    query = query.regexIMatch("search_name", literalRegex(withoutAccents(filters.search)));
  }
  const { data, count } = await query.throwOnError();
  return { technicians: data.map(summarized), total: count ?? data.length };
}

/** At most 3 technicians, by name. */
export async function listFirstTechnicians(client: Client): Promise<CardTechnician[]> {
  const { data } = await client
    .from("technician_profiles")
    .select(CARD_COLUMNS)
    .order("name")
    .order("id")
    .limit(3)
    .throwOnError();
  return data.map(summarized);
}

/** A card cuts the description after two lines: the rest need not travel. */
function summarized(technician: CardTechnician): CardTechnician {
  return { ...technician, description: technician.description.slice(0, SUMMARY_LENGTH) };
}

/** The technician, or null when none has this slug. */
export async function getTechnicianBySlug(client: Client, slug: string): Promise<Technician | null> {
  if (!isSlug(slug)) return null;
  const { data } = await client
    .from("technician_profiles")
    .select(PROFILE_COLUMNS)
    .eq("slug", slug)
    .maybeSingle()
    .throwOnError();
  return data;
}

/** Phone and e-mail, as the signed-in user may know them: administrators, and nobody else. */
export async function getTechnicianContacts(client: Client, id: string): Promise<TechnicianContacts> {
  const { data } = await client
    .from("technicians")
    .select("phone,email")
    .eq("id", id)
    .single()
    .throwOnError();
  return data;
}
