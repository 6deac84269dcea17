/** Reads the current data of the products in a cart. */
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { CartProduct } from "./cart-items.ts";

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * The existing products among these ids, in one request. Ids that are not UUIDs are left out, since PostgREST
 * would reject the whole request for one of them. Throws when the request fails.
 */
export async function listCartProducts(client: Supabase, ids: readonly string[]): Promise<CartProduct[]> {
  const validIds = ids.filter((id) => UUID.test(id));
  if (validIds.length === 0) return [];
  const { data } = await client
    .from("products")
    .select("id,name,slug,price,old_price,image,stock")
    .in("id", validIds)
    .throwOnError();
  return data;
}
