/** Mutations of the categories. Every function throws with the reason when nothing was written. */

import { assertRowsDeleted } from "#app/features/admin/shared/mutations/assert-rows-affected.ts";
import { isDuplicateInsert } from "#app/features/admin/shared/mutations/is-duplicate-insert.ts";
import { StaleVersionError } from "#app/features/admin/shared/mutations/stale-version-error.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import { CATEGORY_COLUMNS, type Category, toCategory } from "./categories.queries.ts";
import type { CategoryValues } from "./category.schema.ts";

/** The form generates `id`, so that a retry after a lost response does not create a second category. */
export async function createCategory(
  client: Supabase,
  id: string,
  values: CategoryValues,
): Promise<Category> {
  try {
    const { data } = await client
      .from("categories")
      .insert({ id, ...values })
      .select(CATEGORY_COLUMNS)
      .single()
      .throwOnError();
    return toCategory(data);
  } catch (error) {
    if (!isDuplicateInsert(error)) throw error;
    return updateCategory(client, id, values);
  }
}

/** Saves over the version of `updatedAt`, by default over any. Throws a StaleVersionError for another one. */
export async function updateCategory(
  client: Supabase,
  id: string,
  values: CategoryValues,
  updatedAt?: string,
): Promise<Category> {
  const update = client.from("categories").update(values).eq("id", id);
  const { data } = await (updatedAt === undefined ? update : update.eq("updated_at", updatedAt))
    .select(CATEGORY_COLUMNS)
    .maybeSingle()
    .throwOnError();
  if (!data) throw new StaleVersionError();
  return toCategory(data);
}

/** Among its siblings: -1 before the one before it, 1 behind the one after it. */
export async function moveCategory(client: Supabase, id: string, steps: -1 | 1): Promise<void> {
  await client.rpc("move_category", { category: id, steps }).throwOnError();
}

/** The database rejects this while the category has products. */
export async function deleteCategory(client: Supabase, id: string): Promise<void> {
  const { data } = await client.from("categories").delete().eq("id", id).select("id").throwOnError();
  await assertRowsDeleted(data);
}
