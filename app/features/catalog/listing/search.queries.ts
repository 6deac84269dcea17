/** The product suggestions for a query. The database tolerates typing errors (`suggest_products`). */
import type { PostgrestClient } from "@supabase/postgrest-js";
import type { CardProduct } from "#app/lib/models/card-product.ts";
import { CARD_COLUMNS } from "#app/lib/models/card-product.ts";
import type { SuggestedProduct } from "#app/lib/search/suggestions.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";

type Client = PostgrestClient<Database>;

/** At most `limit` products similar to the query, best match first. Throws when the request fails. */
export async function suggestProducts(
  client: Client,
  query: string,
  limit: number,
): Promise<(SuggestedProduct & { id: string })[]> {
  const { data } = await client
    .rpc("suggest_products", { query }, { get: true })
    .select("id,name,slug,price,image")
    .limit(limit)
    .throwOnError();
  return data;
}

/** The same suggestions with the columns of product cards: for a search without results. */
export async function suggestProductCards(
  client: Client,
  query: string,
  limit: number,
): Promise<CardProduct[]> {
  const { data } = await client
    .rpc("suggest_products", { query }, { get: true })
    .select(CARD_COLUMNS)
    .limit(limit)
    .throwOnError();
  return data;
}
