/** Taking a product out of the shop. */
import type { Supabase } from "../../../lib/supabase.client.ts";

/**
 * Deletes the product with its pictures, its reviews and the hearts on it; orders keep their lines. One that is gone
 * already is none to worry about. Throws when the backend refuses, also by leaving it where it is: whoever lost the
 * right to delete finds no row to delete.
 */
export async function deleteProduct(client: Supabase, id: string): Promise<void> {
  await client.from("products").delete().eq("id", id).throwOnError();
  const { data } = await client.from("products").select("id").eq("id", id).maybeSingle().throwOnError();
  if (data) throw new Error("Le produit n'a pas été supprimé");
}
