/** What a delivery costs, as the database computes it. */
import type { Database } from "#app/lib/supabase/database.types.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

export type DeliveryQuote = Database["public"]["Functions"]["delivery_options"]["Returns"][number];

export interface DeliveryRequest {
  city: string;
  quarter: string;
  items: readonly { id: string; quantity: number }[];
}

/** Throws when the request fails. */
export async function getDeliveryQuote(
  client: Supabase,
  { city, quarter, items }: DeliveryRequest,
): Promise<DeliveryQuote> {
  const { data } = await client
    .rpc("delivery_options", {
      town: city,
      quarter,
      items: items.map(({ id, quantity }) => ({ id, quantity })),
    })
    .single()
    .throwOnError();
  return data;
}
