/** Reads the customer's request for the prices of professionals. It throws when the request fails. */
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

export interface PriceListRequest {
  state: string;
  trade: string;
  /** Why it was refused. */
  reason: string | null;
}

/** Null for a customer who never asked. */
export async function findPriceListRequest(
  client: Supabase,
  userId: string,
): Promise<PriceListRequest | null> {
  const { data } = await client
    .from("price_list_members")
    .select("state,trade,reason")
    .eq("user_id", userId)
    .maybeSingle()
    .throwOnError();
  return data;
}
