/** What is often bought with a product. Throws when the request fails. */
import type { PostgrestClient } from "@supabase/postgrest-js";
import { CARD_COLUMNS, type CardProduct } from "#app/lib/models/card-product.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";

/** At most 4 products in stock, the most frequent first. */
export async function listBoughtTogether(
  client: PostgrestClient<Database>,
  productId: string,
): Promise<CardProduct[]> {
  const { data } = await client
    .rpc("list_bought_together", { product: productId }, { get: true })
    .select(CARD_COLUMNS)
    .throwOnError();
  return data;
}
