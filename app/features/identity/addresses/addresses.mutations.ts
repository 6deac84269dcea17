/** Changes and deletes an address of the customer. Every function throws when the request fails. */
import type { SavedAddress } from "#app/lib/models/saved-addresses.queries.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

/** Throws also when the address was deleted meanwhile. */
export async function updateSavedAddress(client: Supabase, { id, ...values }: SavedAddress): Promise<void> {
  await client.from("customer_addresses").update(values).eq("id", id).select("id").single().throwOnError();
}

export async function deleteSavedAddress(client: Supabase, id: string): Promise<void> {
  await client.from("customer_addresses").delete().eq("id", id).throwOnError();
}
