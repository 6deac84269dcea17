/** The addresses that a customer has saved. Throws when the request fails. */
import type { Database } from "#app/lib/supabase/database.types.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

const ADDRESS_COLUMNS = "id,name,address,city,postal_code,quarter,landmark,latitude,longitude";

export type SavedAddress = Omit<
  Database["public"]["Tables"]["customer_addresses"]["Row"],
  "user_id" | "created_at"
>;

/** Newest first. */
export async function listSavedAddresses(client: Supabase): Promise<SavedAddress[]> {
  const { data } = await client
    .from("customer_addresses")
    .select(ADDRESS_COLUMNS)
    .order("created_at", { ascending: false })
    .order("id")
    .throwOnError();
  return data;
}
