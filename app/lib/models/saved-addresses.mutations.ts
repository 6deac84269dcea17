/** Saves, changes and deletes an address of the customer. Every function throws when the request fails. */
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { SavedAddress } from "./saved-addresses.queries.ts";

export async function saveAddress(client: Supabase, address: Omit<SavedAddress, "id">): Promise<void> {
  await client.from("customer_addresses").insert(address).throwOnError();
}

/** Throws also when the address was deleted meanwhile. */
export async function updateSavedAddress(client: Supabase, { id, ...values }: SavedAddress): Promise<void> {
  await client.from("customer_addresses").update(values).eq("id", id).select("id").single().throwOnError();
}

export async function deleteSavedAddress(client: Supabase, id: string): Promise<void> {
  await client.from("customer_addresses").delete().eq("id", id).throwOnError();
}
