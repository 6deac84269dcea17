/** Reading a customer's orders. */
import type { Supabase } from "../../lib/supabase.client.ts";

/** What the confirmation shows of an order. */
export const CONFIRMED_COLUMNS = "id,number,total_amount,created_at";

/** The customer's own order with this id, null when there is none; throws when the question failed. */
export async function findOrder(client: Supabase, id: string) {
  const { data } = await client
    .from("orders")
    .select(CONFIRMED_COLUMNS)
    .eq("id", id)
    .maybeSingle()
    .throwOnError();
  return data;
}
