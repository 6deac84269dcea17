/** What the shop says now of the products in a cart. */
import type { Supabase } from "../../lib/supabase.client.ts";
import type { CartProduct } from "./cart-items.ts";

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * The products of these ids that still exist, in one request. An id that no product of this shop can have is
 * left out, so that one foreign line does not spoil the question for the others. Throws when it failed.
 */
export async function listCartProducts(client: Supabase, ids: readonly string[]): Promise<CartProduct[]> {
  const askable = ids.filter((id) => UUID.test(id));
  if (askable.length === 0) return [];
  const { data } = await client
    .from("products")
    .select("id,name,slug,price,old_price,image,stock")
    .in("id", askable)
    .throwOnError();
  return data;
}
