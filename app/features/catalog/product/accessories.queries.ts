/** What staff chose to go with a product. Throws when the request fails. */
import type { PostgrestClient } from "@supabase/postgrest-js";
import { CARD_COLUMNS, type CardProduct } from "#app/lib/models/card-product.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";

/** In their order; also those that are sold out at the moment. */
export async function listAccessories(
  client: PostgrestClient<Database>,
  productId: string,
): Promise<CardProduct[]> {
  const { data } = await client
    .from("product_accessories")
    // With the name of the foreign key: both columns of the table lead to products.
    .select(`accessory:products!product_accessories_accessory_id_fkey(${CARD_COLUMNS})`)
    .eq("product_id", productId)
    .order("position")
    .throwOnError();
  return data.map(({ accessory }) => accessory);
}
