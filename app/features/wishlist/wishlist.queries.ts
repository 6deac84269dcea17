/** The wishlist queries. Every function throws when the request fails. */
import { CARD_COLUMNS } from "#app/lib/models/card-product.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { WishlistPage } from "./wishlist.types.ts";
import { PAGE_SIZE } from "./wishlist-store.ts";

/** A limit on the ids that are loaded into the store. */
const MAX_IDS = 1000;

const TIMEOUT_MS = 20_000;

/** The product ids of the signed-in customer's wishlist, newest first. */
export async function listWishlistIds(client: Supabase): Promise<string[]> {
  const { data } = await client
    .from("wishlist_items")
    .select("product_id")
    .order("created_at", { ascending: false })
    .order("product_id")
    .limit(MAX_IDS)
    .abortSignal(AbortSignal.timeout(TIMEOUT_MS))
    .throwOnError();
  return data.map((item) => item.product_id);
}

/** A page of the signed-in customer's list, from this index on. */
export async function listWishlistProducts(client: Supabase, from: number): Promise<WishlistPage> {
  const { data, count } = await client
    .from("wishlist_items")
    .select(`product:products(${CARD_COLUMNS})`, { count: "exact" })
    .order("created_at", { ascending: false })
    .order("product_id")
    .range(from, from + PAGE_SIZE - 1)
    .abortSignal(AbortSignal.timeout(TIMEOUT_MS))
    .throwOnError();
  return { products: data.map(({ product }) => product), total: count ?? data.length };
}
