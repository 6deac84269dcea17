/** Reads the customer's request for the prices of professionals. It throws when the request fails. */
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

export interface PriceListRequest {
  state: string;
  trade: string;
  /** Why it was refused or withdrawn. */
  reason: string | null;
  /** The granted list, which the shop may have suspended. */
  price_lists: { is_active: boolean } | null;
}

/** Null for a customer who never asked. */
export async function findPriceListRequest(
  client: Supabase,
  userId: string,
): Promise<PriceListRequest | null> {
  const { data } = await client
    .from("price_list_members")
    .select("state,trade,reason,price_lists(is_active)")
    .eq("user_id", userId)
    .maybeSingle()
    .throwOnError();
  return data;
}
