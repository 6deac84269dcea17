/** Mutations of the attributes. Every function throws with the reason when nothing was written. */
import { PostgrestError } from "@supabase/postgrest-js";
import { assertRowsDeleted } from "#app/features/admin/shared/mutations/assert-rows-affected.ts";
import { isDuplicateInsert } from "#app/features/admin/shared/mutations/is-duplicate-insert.ts";
import { StaleVersionError } from "#app/features/admin/shared/mutations/stale-version-error.ts";
import { EDIT_CONFLICT } from "#app/lib/supabase/error-codes.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { AttributeValues } from "./attribute.schema.ts";
import { type Attribute, findAttribute } from "./attributes.queries.ts";

/**
 * Saves over the version of `base`; null adds an attribute. The form generates `id`, so that a retry after a lost
 * response does not add a second one. Throws a StaleVersionError for another version.
 */
export async function saveAttribute(
  client: Supabase,
  id: string,
  { categories, choices, ...values }: AttributeValues,
  base: string | null,
): Promise<Attribute> {
  try {
    const attribute = { id, ...values, choices: choices.map((choice) => ({ ...choice })) };
    await client
      .rpc("save_attribute", { attribute, categories, ...(base !== null && { expected_updated_at: base }) })
      .throwOnError();
  } catch (error) {
    if (error instanceof PostgrestError && error.code === EDIT_CONFLICT)
      throw new StaleVersionError(error.message);
    if (base !== null || !isDuplicateInsert(error)) throw error;
  }
  const stored = await findAttribute(client, id);
  if (!stored) throw new StaleVersionError();
  return stored;
}

export async function deleteAttribute(client: Supabase, id: string): Promise<void> {
  const { data } = await client.from("attributes").delete().eq("id", id).select("id").throwOnError();
  await assertRowsDeleted(data);
}
