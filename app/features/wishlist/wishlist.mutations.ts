/** The mutations of the signed-in customer's wishlist. Both throw when the request fails. */
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

const TIMEOUT_MS = 20_000;

/**
 * Adds the products that are not in the list yet. Returns those of the ids that are in it now, without
 * deleted products.
 */
export async function addToWishlist(client: Supabase, ids: readonly string[]): Promise<string[]> {
  const { data } = await client
    .rpc("add_to_wishlist", { product_ids: [...ids] })
    .abortSignal(AbortSignal.timeout(TIMEOUT_MS))
    .throwOnError();
  return data;
}

export async function removeFromWishlist(client: Supabase, productId: string): Promise<void> {
  await client
    .from("wishlist_items")
    .delete()
    .eq("product_id", productId)
    .abortSignal(AbortSignal.timeout(TIMEOUT_MS))
    .throwOnError();
}
