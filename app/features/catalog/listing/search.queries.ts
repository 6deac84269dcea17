/**
 * The search's products outside the catalogue's list: the suggestions, which are the first results of the same
 * search, and what is near a search without results. Every function throws when the request fails.
 */
import type { PostgrestClient } from "@supabase/postgrest-js";
import { CARD_COLUMNS, type CardProduct } from "#app/lib/models/card-product.ts";
import type { SuggestedProduct } from "#app/lib/search/suggestions.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";

type Client = PostgrestClient<Database>;

/**
 * The first `limit` results of the search, at most 20, in the category with this id or in the whole shop. None for a
 * query of fewer than two letters.
 */
export async function suggestProducts(
  client: Client,
  query: string,
  categoryId: string | null,
  limit: number,
): Promise<(SuggestedProduct & { id: string })[]> {
  const { data } = await client
    .rpc("suggest_products", { query, ...(categoryId && { category: categoryId }) }, { get: true })
    .select("id,name,slug,price,image")
    .limit(limit)
    .throwOnError();
  return data;
}

/**
 * What is said of the products of a search. They are shown for other words, if no product has all that was typed:
 * «perceuse» of «perceuse bosch», «coude» of «corde». Or their descriptions only speak of it.
 */
export type SearchAnswer = { kind: "words"; words: string } | { kind: "mention" };

/** Null for a search of which nothing is to be said, as of nearly every one. */
export async function getSearchAnswer(client: Client, query: string): Promise<SearchAnswer | null> {
  const { data } = await client
    .rpc("get_search_answer", { query }, { get: true })
    .single()
    .overrideTypes<{ answered: string | null }>()
    .throwOnError();
  if (data.answered !== null) return { kind: "words", words: data.answered };
  return data.is_mention ? { kind: "mention" } : null;
}

/**
 * At most `limit` products for a search without results: what it finds in the whole shop, without filters, or else
 * products with a word of the query or one like it, best match first.
 */
export async function listNearProducts(client: Client, query: string, limit: number): Promise<CardProduct[]> {
  const { data: found } = await client
    .rpc("search_products", { query, row_limit: limit }, { get: true })
    .select(CARD_COLUMNS)
    .throwOnError();
  if (found.length > 0) return found;
  const { data } = await client
    .rpc("list_near_products", { query }, { get: true })
    .select(CARD_COLUMNS)
    .limit(limit)
    .throwOnError();
  return data;
}
