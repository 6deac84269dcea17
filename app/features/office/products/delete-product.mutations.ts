/** Taking a product out of the shop. */
import type { Supabase } from "../../../lib/supabase.client.ts";
import { expectGone } from "../written.ts";

/**
 * Deletes the product with its pictures, its reviews and the hearts on it; orders keep their lines. Throws when the
 * backend refuses.
 */
export async function deleteProduct(client: Supabase, id: string): Promise<void> {
  const { data } = await client.from("products").delete().eq("id", id).select("id").throwOnError();
  await expectGone(data);
}
