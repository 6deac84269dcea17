/** The queries of the technicians directory. Every function throws when the request fails. */
import type { PostgrestClient } from "@supabase/postgrest-js";
import { isSlug } from "#app/lib/format/slugs.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";
import type { CardTechnician, Technician, TechnicianContacts } from "./technician.types.ts";
import type { TechnicianFilters } from "./technician-filters.ts";

type Client = PostgrestClient<Database>;

export const PAGE_SIZE = 12;

const CARD_COLUMNS =
  "id,name,slug,specialty,image,description,location,rating,review_count,verified_at" as const;
const PROFILE_COLUMNS =
  `${CARD_COLUMNS},specialty_slug,experience,availability,satisfied_clients,has_phone` as const;

/** About as much as two lines of a card hold on any screen. */
const SUMMARY_LENGTH = 180;

export interface TechnicianPage {
  technicians: CardTechnician[];
  /** The number of pages that they fill, from 1. */
  page: number;
  /** The number of all matching technicians. */
  total: number;
}

/**
 * The matching technicians by name, for a search those first whose name contains it, with all pages up to the
 * requested one: the list stays complete after a reload, when it is shared, and after the back button.
 */
export async function listTechnicians(client: Client, filters: TechnicianFilters): Promise<TechnicianPage> {
  const all = filters.search
    ? client
        .rpc("search_technicians", { query: filters.search }, { get: true, count: "exact" })
        .select(CARD_COLUMNS)
    : client.from("technician_profiles").select(CARD_COLUMNS, { count: "exact" }).order("name").order("id");
  let query = all.limit(filters.page * PAGE_SIZE);
  if (filters.specialty) query = query.eq("specialty_slug", filters.specialty);
  const { data, count } = await query.throwOnError();
  return {
    technicians: data.map(withSummary),
    page: Math.max(Math.ceil(data.length / PAGE_SIZE), 1),
    total: count ?? data.length,
  };
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
  return data.map(withSummary);
}

/** A card truncates the description after two lines, so only that much is sent. */
function withSummary(technician: CardTechnician): CardTechnician {
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

/** Phone and e-mail, readable for administrators only. */
export async function getTechnicianContacts(client: Client, id: string): Promise<TechnicianContacts> {
  const { data } = await client
    .from("technicians")
    .select("phone,email")
    .eq("id", id)
    .single()
    .throwOnError();
  return data;
}
