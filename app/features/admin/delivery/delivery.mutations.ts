/** Mutations of the delivery zones and pick-up points. Every function throws with the reason when nothing was written. */
import { PostgrestError } from "@supabase/postgrest-js";
import * as z from "zod/mini";
import { assertRowsDeleted } from "#app/features/admin/shared/mutations/assert-rows-affected.ts";
import { isDuplicateInsert } from "#app/features/admin/shared/mutations/is-duplicate-insert.ts";
import { StaleVersionError } from "#app/features/admin/shared/mutations/stale-version-error.ts";
import { EDIT_CONFLICT, INVALID_VALUES, ROW_DELETED } from "#app/lib/supabase/error-codes.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import { PICKUP_POINT_COLUMNS, type PickupPoint, type Zone } from "./delivery.queries.ts";
import type { PickupPointValues, ZoneValues } from "./zone.schema.ts";

const detailsSchema = z.object({
  problems: z.tuple([z.object({ column: z.string(), message: z.string() })], z.unknown()),
});

/** What the database rejects: only it knows the places and names of the other zones. */
export class InvalidZoneError extends Error {
  /** The name of the field. */
  readonly column: string;

  constructor({ column, message }: { column: string; message: string }) {
    super(message);
    this.column = column;
  }
}

/**
 * Saves the zone with its places and fees over the version of `updatedAt`, null for a new zone. Throws an
 * InvalidZoneError, or a StaleVersionError when another version is stored or the zone was deleted.
 */
export async function saveZone(
  client: Supabase,
  id: string,
  values: ZoneValues,
  updatedAt: string | null,
): Promise<Zone> {
  try {
    const { data } = await client
      .rpc("save_delivery_zone", {
        zone: { ...values, id },
        ...(updatedAt !== null && { expected_updated_at: updatedAt }),
      })
      .throwOnError();
    return { ...values, id, updated_at: data.updated_at };
  } catch (error) {
    if (!(error instanceof PostgrestError)) throw error;
    if (error.code === INVALID_VALUES)
      throw new InvalidZoneError(detailsSchema.parse(JSON.parse(error.details)).problems[0]);
    if (error.code === EDIT_CONFLICT || error.code === ROW_DELETED)
      throw new StaleVersionError(error.message);
    throw error;
  }
}

export async function deleteZone(client: Supabase, id: string): Promise<void> {
  const { data } = await client.from("delivery_zones").delete().eq("id", id).select("id").throwOnError();
  await assertRowsDeleted(data);
}

/** The form generates `id`, so that a retry after a lost response does not create a second point. */
export async function createPickupPoint(
  client: Supabase,
  id: string,
  values: PickupPointValues,
): Promise<PickupPoint> {
  try {
    const { data } = await client
      .from("pickup_points")
      .insert({ id, ...values })
      .select(PICKUP_POINT_COLUMNS)
      .single()
      .throwOnError();
    return data;
  } catch (error) {
    if (!isDuplicateInsert(error)) throw error;
    return updatePickupPoint(client, id, values);
  }
}

/** Saves over the version of `updatedAt`, by default over any. Throws a StaleVersionError for another one. */
export async function updatePickupPoint(
  client: Supabase,
  id: string,
  values: PickupPointValues,
  updatedAt?: string,
): Promise<PickupPoint> {
  const update = client.from("pickup_points").update(values).eq("id", id);
  const { data } = await (updatedAt === undefined ? update : update.eq("updated_at", updatedAt))
    .select(PICKUP_POINT_COLUMNS)
    .maybeSingle()
    .throwOnError();
  if (!data) throw new StaleVersionError();
  return data;
}

export async function deletePickupPoint(client: Supabase, id: string): Promise<void> {
  const { data } = await client.from("pickup_points").delete().eq("id", id).select("id").throwOnError();
  await assertRowsDeleted(data);
}
