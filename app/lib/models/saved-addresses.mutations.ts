/** Saves an address of the customer. */
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { SavedAddress } from "./saved-addresses.queries.ts";

/** Throws when the request fails. */
export async function saveAddress(client: Supabase, address: Omit<SavedAddress, "id">): Promise<void> {
  await client.from("customer_addresses").insert(address).throwOnError();
}
