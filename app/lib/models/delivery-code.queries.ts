/** The code of a delivery, for the customer and for the desk that tells it to them. */
import { isUuid } from "#app/lib/is-uuid.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

/** What the customer tells the courier; null when no code is asked for. Throws when the request fails. */
export async function findDeliveryCode(client: Supabase, id: string): Promise<string | null> {
  if (!isUuid(id)) return null;
  const { data } = await client.rpc("delivery_code", { of_order: id }, { get: true }).throwOnError();
  return data;
}
