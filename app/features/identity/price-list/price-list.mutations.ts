/** Sends the customer's request for the prices of professionals. It throws with the reason when it is refused. */
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

export async function requestPriceList(client: Supabase, trade: string): Promise<void> {
  await client.rpc("request_price_list", { trade }).throwOnError();
}
