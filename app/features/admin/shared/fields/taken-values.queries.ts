/** The query of a value that another row has. */
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

const FIELDS = {
  "products.slug": (client: Supabase, value: string) =>
    client.from("products").select("id").eq("slug", value),
  // Unique by convention: an import finds products by their reference.
  "products.reference": (client: Supabase, value: string) =>
    client.from("products").select("id").eq("reference", value),
  "categories.slug": (client: Supabase, value: string) =>
    client.from("categories").select("id").eq("slug", value),
  "technicians.slug": (client: Supabase, value: string) =>
    client.from("technician_profiles").select("id").eq("slug", value),
};

/** What identifies a row to people. */
export type UniqueField = keyof typeof FIELDS;

/** Whether a row other than `id` has the value. Throws when the request fails. */
export async function isTaken(
  client: Supabase,
  field: UniqueField,
  value: string,
  id: string,
): Promise<boolean> {
  const { data } = await FIELDS[field](client, value).neq("id", id).limit(1).throwOnError();
  return data.length > 0;
}
