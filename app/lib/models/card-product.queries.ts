/** The product cards of ids that a browser or an account has stored. */
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import { CARD_COLUMNS, type CardProduct } from "./card-product.ts";

const TIMEOUT_MS = 20_000;

/** The existing products among these ids, in the order of the ids. Throws when the request fails. */
export async function listProductsByIds(client: Supabase, ids: readonly string[]): Promise<CardProduct[]> {
  const { data } = await client
    .from("products")
    .select(CARD_COLUMNS)
    .in("id", ids)
    .abortSignal(AbortSignal.timeout(TIMEOUT_MS))
    .throwOnError();
  return data.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}
