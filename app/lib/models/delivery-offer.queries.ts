/** Where the shop delivers, for which fee, and where orders are fetched. Every function throws when the request fails. */
import type { PostgrestClient } from "@supabase/postgrest-js";
import * as z from "zod/mini";
import type { Database } from "#app/lib/supabase/database.types.ts";

const zoneSchema = z.object({
  name: z.string(),
  /** Whole francs, as all amounts here; null for never. */
  free_from: z.nullable(z.number()),
  bulky_fee: z.number(),
  delay_hours: z.number(),
  /** From Monday, which is 1. */
  days: z.array(z.number()),
  /** By weight; null for any. */
  fees: z.array(z.object({ up_to_grams: z.nullable(z.number()), fee: z.number() })),
  /** An empty quarter is the whole town. */
  places: z.array(z.object({ town: z.string(), quarter: z.string() })),
});
export type DeliveryZone = z.output<typeof zoneSchema>;

export type PickupPoint = Pick<
  Database["public"]["Tables"]["pickup_points"]["Row"],
  "id" | "name" | "address" | "town" | "hours"
>;

export interface DeliveryOffer {
  zones: DeliveryZone[];
  pickupPoints: PickupPoint[];
}

export async function getDeliveryOffer(client: PostgrestClient<Database>): Promise<DeliveryOffer> {
  const [zones, points] = await Promise.all([
    client.rpc("delivery_table", undefined, { get: true }).throwOnError(),
    client
      .from("pickup_points")
      .select("id,name,address,town,hours")
      .order("position")
      .order("name")
      .throwOnError(),
  ]);
  return { zones: z.array(zoneSchema).parse(zones.data), pickupPoints: points.data };
}
