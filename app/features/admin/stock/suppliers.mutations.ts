/** Mutations of the suppliers. Every function throws with the reason when nothing was written. */
import { isDuplicateInsert } from "#app/features/admin/shared/mutations/is-duplicate-insert.ts";
import { StaleVersionError } from "#app/features/admin/shared/mutations/stale-version-error.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import { SUPPLIER_COLUMNS, type Supplier } from "./suppliers.queries.ts";

export type SupplierValues = Pick<Supplier, "name" | "phone" | "note" | "is_active">;

/** The form generates `id`, so that a retry after a lost response does not create a second supplier. */
export async function createSupplier(
  client: Supabase,
  id: string,
  values: SupplierValues,
): Promise<Supplier> {
  try {
    const { data } = await client
      .from("suppliers")
      .insert({ id, ...values })
      .select(SUPPLIER_COLUMNS)
      .single()
      .throwOnError();
    return data;
  } catch (error) {
    if (!isDuplicateInsert(error)) throw error;
    return updateSupplier(client, id, values);
  }
}

/** Saves over the version of `updatedAt`, by default over any. Throws a StaleVersionError for another one. */
export async function updateSupplier(
  client: Supabase,
  id: string,
  values: SupplierValues,
  updatedAt?: string,
): Promise<Supplier> {
  const update = client.from("suppliers").update(values).eq("id", id);
  const { data } = await (updatedAt === undefined ? update : update.eq("updated_at", updatedAt))
    .select(SUPPLIER_COLUMNS)
    .maybeSingle()
    .throwOnError();
  if (!data) throw new StaleVersionError();
  return data;
}
