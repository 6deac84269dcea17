/** Queries for the synonyms and the searches without a result. Every function throws when the backend returns an error. */
import { type ListPage, loadCountedPage } from "#app/lib/lists/list-page.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

const PAGE_SIZE = 25;
/** So many searches without a result are shown: the most frequent of 30 days. */
const MAX_MISSED = 20;

export const SYNONYM_COLUMNS = "id,term,meanings,is_substitute,updated_at";

/** `updated_at` identifies the version. */
export type Synonym = Pick<
  Database["public"]["Tables"]["search_synonyms"]["Row"],
  "id" | "term" | "meanings" | "is_substitute" | "updated_at"
>;

export interface MissedSearch {
  term: string;
  /** How often, in the last 30 days. */
  searches: number;
  last_day: string;
  /** The words for which products were shown; null if nothing was found. */
  answered: string | null;
  /** The term without what it says of a price: what a synonym is made of. */
  words: string;
}

/** A page of synonyms by their term: all, or those that contain the text in the term or a meaning. */
export function listSynonyms(client: Supabase, search: string, page: number): Promise<ListPage<Synonym>> {
  return loadCountedPage(page, PAGE_SIZE, (from, to) =>
    client
      .rpc("find_synonyms", { query: search }, { get: true, count: "exact" })
      .select(SYNONYM_COLUMNS)
      .order("term")
      .order("id")
      .range(from, to),
  );
}

/** Null when there is no such synonym (any more). */
export async function findSynonym(client: Supabase, id: string): Promise<Synonym | null> {
  const { data } = await client
    .from("search_synonyms")
    .select(SYNONYM_COLUMNS)
    .eq("id", id)
    .maybeSingle()
    .throwOnError();
  return data;
}

/** The most frequent first. */
export async function listMissedSearches(client: Supabase): Promise<MissedSearch[]> {
  const { data } = await client
    .rpc("list_missed_searches", { row_limit: MAX_MISSED }, { get: true })
    .throwOnError();
  return data;
}
