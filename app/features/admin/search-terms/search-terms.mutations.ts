/** Mutations of the synonyms. Every function throws with the reason when nothing was written. */
import { assertRowsDeleted } from "#app/features/admin/shared/mutations/assert-rows-affected.ts";
import { isDuplicateInsert } from "#app/features/admin/shared/mutations/is-duplicate-insert.ts";
import { StaleVersionError } from "#app/features/admin/shared/mutations/stale-version-error.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import { SYNONYM_COLUMNS, type Synonym } from "./search-terms.queries.ts";
import type { SynonymValues } from "./synonym.schema.ts";

/** The form generates `id`, so that a retry after a lost response does not create a second synonym. */
export async function createSynonym(client: Supabase, id: string, values: SynonymValues): Promise<Synonym> {
  try {
    const { data } = await client
      .from("search_synonyms")
      .insert({ id, ...values })
      .select(SYNONYM_COLUMNS)
      .single()
      .throwOnError();
    return data;
  } catch (error) {
    if (!isDuplicateInsert(error)) throw error;
    return updateSynonym(client, id, values);
  }
}

/** Saves over the version of `updatedAt`, by default over any. Throws a StaleVersionError for another one. */
export async function updateSynonym(
  client: Supabase,
  id: string,
  values: SynonymValues,
  updatedAt?: string,
): Promise<Synonym> {
  const update = client.from("search_synonyms").update(values).eq("id", id);
  const { data } = await (updatedAt === undefined ? update : update.eq("updated_at", updatedAt))
    .select(SYNONYM_COLUMNS)
    .maybeSingle()
    .throwOnError();
  if (!data) throw new StaleVersionError();
  return data;
}

export async function deleteSynonym(client: Supabase, id: string): Promise<void> {
  const { data } = await client.from("search_synonyms").delete().eq("id", id).select("id").throwOnError();
  await assertRowsDeleted(data);
}

/** Removes a search without a result from the list, on all days. Somebody else may have done so. */
export async function dismissMissedSearch(client: Supabase, term: string): Promise<void> {
  await client.from("missed_searches").delete().eq("term", term).throwOnError();
}
