/** What was ordered without an account, once somebody has signed in. */
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

/** Gives the signed-in user the open orders of their proven number. A failure is logged: the next sign-in tries again. */
export async function claimOrders(client: Supabase): Promise<void> {
  const { error } = await client.rpc("claim_orders");
  if (error) console.error("identity: the orders of the number", error);
}

/**
 * Gives the signed-in user the orders, addresses and wishlist of the anonymous account that the browser was signed in to.
 * Resolves to whether that was done; a failure is logged.
 */
export async function takeOverAccount(client: Supabase, formerSession: string): Promise<boolean> {
  const { error } = await client.rpc("take_over_account", { former_session: formerSession });
  if (error) console.error("identity: the orders of the anonymous account", error);
  return error === null;
}
