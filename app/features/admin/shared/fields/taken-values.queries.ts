/** The query of a value that another row has. */
import { hasReference } from "#app/features/admin/shared/item-code.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

const FIELDS = {
  "products.slug": (client: Supabase, value: string) =>
    client.from("products").select("id").eq("slug", value),
  "categories.slug": (client: Supabase, value: string) =>
    client.from("categories").select("id").eq("slug", value),
  "technicians.slug": (client: Supabase, value: string) =>
    client.from("technician_profiles").select("id").eq("slug", value),
};

/** What identifies a row to people. */
export type UniqueField = keyof typeof FIELDS | "products.reference";

/** Whether a row other than `id` has the value. Throws when the request fails. */
export async function isTaken(
  client: Supabase,
  field: UniqueField,
  value: string,
  id: string,
): Promise<boolean> {
  if (field === "products.reference") return isReferenceTaken(client, value, id);
  const { data } = await FIELDS[field](client, value).neq("id", id).limit(1).throwOnError();
  return data.length > 0;
}

/**
 * Unique by convention, whatever its case, among products and variants: an import finds products by it, and whoever
 * types or scans it means one thing.
 */
async function isReferenceTaken(client: Supabase, reference: string, productId: string): Promise<boolean> {
  const { data } = await client
    .rpc("find_stock_items", { query: reference, row_limit: 50 }, { get: true })
    .select("product_id,reference")
    .throwOnError();
  return data.some((item) => item.product_id !== productId && hasReference(item, reference));
}
