/** Mutations of the partner brands. Every function throws with the reason when nothing was written. */

import { assertRowsDeleted } from "#app/features/admin/shared/mutations/assert-rows-affected.ts";
import { isDuplicateInsert } from "#app/features/admin/shared/mutations/is-duplicate-insert.ts";
import { StaleVersionError } from "#app/features/admin/shared/mutations/stale-version-error.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { BrandValues } from "./brand.schema.ts";
import { BRAND_COLUMNS, type Brand } from "./brands.queries.ts";

/**
 * The form generates `id`, so that a retry after a lost response does not create a second brand. Only that
 * form knows it.
 */
export async function createBrand(client: Supabase, id: string, values: BrandValues): Promise<Brand> {
  try {
    const { data } = await client
      .from("brands")
      .insert({ id, ...values })
      .select(BRAND_COLUMNS)
      .single()
      .throwOnError();
    return data;
  } catch (error) {
    if (!isDuplicateInsert(error)) throw error;
    return updateBrand(client, id, values);
  }
}

/** Saves over the version of `updatedAt`, by default over any. Throws a StaleVersionError for another one. */
export async function updateBrand(
  client: Supabase,
  id: string,
  values: BrandValues,
  updatedAt?: string,
): Promise<Brand> {
  const update = client
    .from("brands")
    // The timestamp is part of the documented request; the database overwrites it.
    .update({ ...values, updated_at: new Date().toISOString() })
    .eq("id", id);
  const { data } = await (updatedAt === undefined ? update : update.eq("updated_at", updatedAt))
    .select(BRAND_COLUMNS)
    .maybeSingle()
    .throwOnError();
  if (!data) throw new StaleVersionError();
  return data;
}

export async function deleteBrand(client: Supabase, id: string): Promise<void> {
  const { data } = await client.from("brands").delete().eq("id", id).select("id").throwOnError();
  await assertRowsDeleted(data);
}
