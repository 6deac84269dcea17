/** The mutation of a customer. */
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

/** A trusted customer's orders are not limited. Throws the backend's error. */
export async function setCustomerTrusted(client: Supabase, id: string, isTrusted: boolean): Promise<void> {
  await client.rpc("set_customer_trusted", { customer: id, trusted: isTrusted }).throwOnError();
}
