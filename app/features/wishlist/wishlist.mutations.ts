/** Changing the signed-in customer's wishlist. Both throw when the backend refuses or does not answer. */
import type { Supabase } from "../../lib/supabase.client.ts";

const TIMEOUT_MS = 20_000;

/** Adds products that are not in the list yet; the ids that are in it now, without products that are gone. */
export async function addWishes(client: Supabase, ids: readonly string[]): Promise<string[]> {
  const { data } = await client
    .rpc("add_to_wishlist", { product_ids: [...ids] })
    .abortSignal(AbortSignal.timeout(TIMEOUT_MS))
    .throwOnError();
  return data;
}

export async function removeWish(client: Supabase, productId: string): Promise<void> {
  await client
    .from("wishlist_items")
    .delete()
    .eq("product_id", productId)
    .abortSignal(AbortSignal.timeout(TIMEOUT_MS))
    .throwOnError();
}
