/** The copy of the signed-in customer's data, and its erasure. Both throw the backend's error. */
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

/** The document of the database, with French keys; counted by the limits. */
export async function exportMyData(client: Supabase): Promise<unknown> {
  const { data } = await client.rpc("export_my_data").throwOnError();
  return data;
}

/** Published reviews stay without a name unless `withReviews`. The session must be one that was just opened. */
export async function eraseMyAccount(client: Supabase, withReviews: boolean): Promise<void> {
  await client.rpc("erase_my_account", { with_reviews: withReviews }).throwOnError();
}
