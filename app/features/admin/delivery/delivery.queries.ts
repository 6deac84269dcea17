/** Queries of the delivery zones and pick-up points. Every function throws when the backend returns an error. */
import { type ListPage, loadCountedPage } from "#app/lib/lists/list-page.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { PickupPointValues, ZoneValues } from "./zone.schema.ts";

/** Both lists are on one screen, and stay short. */
const PAGE_SIZE = 100;

const ZONE_COLUMNS =
  "id,name,position,is_active,free_from,bulky_fee,delay_hours,days,updated_at,places:delivery_places(town,quarter),fees:delivery_fees(up_to_grams,fee)";
export const PICKUP_POINT_COLUMNS = "id,name,address,town,hours,position,is_active,updated_at";

/** `updated_at` identifies the version. */
export interface Zone extends ZoneValues {
  id: string;
  updated_at: string;
}

export interface PickupPoint
  extends PickupPointValues,
    Pick<Database["public"]["Tables"]["pickup_points"]["Row"], "id" | "updated_at"> {}

/** In the order of the delivery page. */
export function listZones(client: Supabase, page: number): Promise<ListPage<Zone>> {
  return loadCountedPage(page, PAGE_SIZE, (from, to) =>
    client
      .from("delivery_zones")
      .select(ZONE_COLUMNS, { count: "exact" })
      .order("position")
      .order("name")
      .order("up_to_grams", { referencedTable: "fees" })
      .range(from, to),
  );
}

/** Null when there is no such zone (any more). */
export async function findZone(client: Supabase, id: string): Promise<Zone | null> {
  const { data } = await client
    .from("delivery_zones")
    .select(ZONE_COLUMNS)
    .eq("id", id)
    .order("up_to_grams", { referencedTable: "fees" })
    .maybeSingle()
    .throwOnError();
  return data;
}

export function listPickupPoints(client: Supabase, page: number): Promise<ListPage<PickupPoint>> {
  return loadCountedPage(page, PAGE_SIZE, (from, to) =>
    client
      .from("pickup_points")
      .select(PICKUP_POINT_COLUMNS, { count: "exact" })
      .order("position")
      .order("name")
      .range(from, to),
  );
}

/** Null when there is no such point (any more). */
export async function findPickupPoint(client: Supabase, id: string): Promise<PickupPoint | null> {
  const { data } = await client
    .from("pickup_points")
    .select(PICKUP_POINT_COLUMNS)
    .eq("id", id)
    .maybeSingle()
    .throwOnError();
  return data;
}
