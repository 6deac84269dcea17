/** The orders that were placed with a number, without an account, once the number is proven. */
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

/** Gives the signed-in user the open orders of their proven number. A failure is logged: the next sign-in tries again. */
export async function claimOrders(client: Supabase): Promise<void> {
  const { error } = await client.rpc("claim_orders");
  if (error) console.error("identity: the orders of the number", error);
}
