/** What a shopper may mean by what they typed: see supabase/migrations for what is forgiven. */
import type { PostgrestClient } from "@supabase/postgrest-js";
import type { CardProduct } from "../../lib/card-product.ts";
import type { Database } from "../../lib/database.types.ts";
import type { SuggestedProduct } from "../../lib/suggestions.ts";
import { CARD_COLUMNS } from "./catalog.queries.ts";

type Client = PostgrestClient<Database>;

/** At most `limit` products like the query, best first. Throws when the backend refuses. */
export async function suggestProducts(
  client: Client,
  query: string,
  limit: number,
): Promise<SuggestedProduct[]> {
  const { data } = await client
    .rpc("suggest_products", { query }, { get: true })
    .select("name,slug,price,image")
    .limit(limit)
    .throwOnError();
  return data;
}

/** The same, as cards: for a search that found nothing. */
export async function listLikeProducts(client: Client, query: string, limit: number): Promise<CardProduct[]> {
  const { data } = await client
    .rpc("suggest_products", { query }, { get: true })
    .select(CARD_COLUMNS)
    .limit(limit)
    .throwOnError();
  return data;
}
