/** Reads the current data of the products in a cart. */
import { isUuid } from "#app/lib/is-uuid.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { CartProduct } from "./cart-items.ts";

/**
 * The existing products among these ids, in one request. Ids that are not UUIDs are left out, since PostgREST
 * would reject the whole request for one of them. Throws when the request fails.
 */
export async function listCartProducts(client: Supabase, ids: readonly string[]): Promise<CartProduct[]> {
  const validIds = ids.filter(isUuid);
  if (validIds.length === 0) return [];
  const { data } = await client
    .from("products")
    .select("id,name,slug,price,old_price,image,stock")
    .in("id", validIds)
    .throwOnError();
  return data;
}
