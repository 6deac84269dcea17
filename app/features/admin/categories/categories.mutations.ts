/** Mutations of the categories. Every function throws with the reason when nothing was written. */

import {
  assertRowsDeleted,
  assertRowsUpdated,
} from "#app/features/admin/shared/mutations/assert-rows-affected.ts";
import { isDuplicateInsert } from "#app/features/admin/shared/mutations/is-duplicate-insert.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { CategoryValues } from "./category.schema.ts";

/** The form generates `id`, so that a retry after a lost response does not create a second category. */
export async function createCategory(client: Supabase, id: string, values: CategoryValues): Promise<void> {
  try {
    await client
      .from("categories")
      .insert({ id, ...values })
      .throwOnError();
  } catch (error) {
    if (!isDuplicateInsert(error)) throw error;
    await updateCategory(client, id, values);
  }
}

export async function updateCategory(client: Supabase, id: string, values: CategoryValues): Promise<void> {
  const { data } = await client.from("categories").update(values).eq("id", id).select("id").throwOnError();
  await assertRowsUpdated(data);
}

/** The database rejects this while the category has products. */
export async function deleteCategory(client: Supabase, id: string): Promise<void> {
  const { data } = await client.from("categories").delete().eq("id", id).select("id").throwOnError();
  await assertRowsDeleted(data);
}
