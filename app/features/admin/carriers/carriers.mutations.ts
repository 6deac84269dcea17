/** Mutations of the carriers. Every function throws with the reason when nothing was written. */
import { isDuplicateInsert } from "#app/features/admin/shared/mutations/is-duplicate-insert.ts";
import { StaleVersionError } from "#app/features/admin/shared/mutations/stale-version-error.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { CarrierValues, ResolutionValues, SettlementValues } from "./carrier.schema.ts";
import { CARRIER_COLUMNS, type Carrier } from "./carriers.queries.ts";
import type { Settlement } from "./settlement-csv.ts";

/** The form generates `id`, so that a retry after a lost response does not create a second carrier. */
export async function createCarrier(client: Supabase, id: string, values: CarrierValues): Promise<Carrier> {
  try {
    const { data } = await client
      .from("carriers")
      .insert({ id, ...values })
      .select(CARRIER_COLUMNS)
      .single()
      .throwOnError();
    return data;
  } catch (error) {
    if (!isDuplicateInsert(error)) throw error;
    return updateCarrier(client, id, values);
  }
}

/** Saves over the version of `updatedAt`, by default over any. Throws a StaleVersionError for another one. */
export async function updateCarrier(
  client: Supabase,
  id: string,
  values: CarrierValues,
  updatedAt?: string,
): Promise<Carrier> {
  const update = client.from("carriers").update(values).eq("id", id);
  const { data } = await (updatedAt === undefined ? update : update.eq("updated_at", updatedAt))
    .select(CARRIER_COLUMNS)
    .maybeSingle()
    .throwOnError();
  if (!data) throw new StaleVersionError();
  return data;
}

export interface ParcelValues {
  /** Of the order. */
  number: string;
  /** Empty for that of the order. */
  tracking_number: string;
}

export async function handToCarrier(
  client: Supabase,
  carrier: string,
  parcels: ParcelValues[],
): Promise<void> {
  await client
    .rpc("hand_to_carrier", { carrier, parcels: parcels.map((parcel) => ({ ...parcel })) })
    .throwOnError();
}

export async function takeBackParcel(client: Supabase, orderId: string): Promise<void> {
  await client.rpc("take_back_parcel", { of_order: orderId }).throwOnError();
}

/** The form generates `id`, so that a file that is sent twice is one settlement. */
export async function importSettlement(
  client: Supabase,
  id: string,
  values: SettlementValues,
  { fileName, rows }: Settlement,
): Promise<void> {
  const settlement = { id, ...values, file_name: fileName, rows: rows.map((row) => ({ ...row })) };
  await client.rpc("import_settlement", { settlement }).throwOnError();
}

export async function resolveRow(
  client: Supabase,
  { settlement_id, position }: { settlement_id: string; position: number },
  { order_number, note, is_surplus }: ResolutionValues,
): Promise<void> {
  await client
    .rpc("resolve_settlement_row", {
      settlement: settlement_id,
      row_position: position,
      order_number,
      note,
      has_arrived: !is_surplus,
    })
    .throwOnError();
}
