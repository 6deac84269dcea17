/** Mutations of the partner brands. Every function throws with the reason when nothing was written. */

import {
  assertRowsDeleted,
  assertRowsUpdated,
  isDuplicateInsert,
} from "#app/features/admin/assert-rows-affected.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { BrandValues } from "./brand.schema.ts";

/** The form generates `id`, so that a retry after a lost response does not create a second brand. */
export async function createBrand(client: Supabase, id: string, values: BrandValues): Promise<void> {
  try {
    await client
      .from("brands")
      .insert({ id, ...values })
      .throwOnError();
  } catch (error) {
    if (!isDuplicateInsert(error)) throw error;
    await updateBrand(client, id, values);
  }
}

export async function updateBrand(client: Supabase, id: string, values: BrandValues): Promise<void> {
  const { data } = await client
    .from("brands")
    // As documented; the database overwrites this timestamp.
    .update({ ...values, updated_at: new Date().toISOString() })
    .eq("id", id)
    .select("id")
    .throwOnError();
  await assertRowsUpdated(data);
}

export async function deleteBrand(client: Supabase, id: string): Promise<void> {
  const { data } = await client.from("brands").delete().eq("id", id).select("id").throwOnError();
  await assertRowsDeleted(data);
}
