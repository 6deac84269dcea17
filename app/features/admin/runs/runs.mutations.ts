/** Mutations of the runs. Every function throws with the database's reason when nothing was written. */
import type { DeliveryProof } from "#app/lib/supabase/database.types.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

export interface RunValues {
  id: string;
  day: string;
  name: string;
  courier_id: string | null;
  /** In the order of the stops. */
  order_ids: string[];
}

/** Saves over the version of `updatedAt`, null for a new run. Returns the new version. */
export async function saveRun(client: Supabase, run: RunValues, updatedAt: string | null): Promise<string> {
  const { data } = await client
    .rpc("save_run", { run: { ...run }, ...(updatedAt !== null && { expected_updated_at: updatedAt }) })
    .throwOnError();
  return data.updated_at;
}

export async function sendOutRun(client: Supabase, id: string, updatedAt: string): Promise<void> {
  await client.rpc("send_out_run", { of_run: id, expected_updated_at: updatedAt }).throwOnError();
}

export async function takeOutOfRun(client: Supabase, id: string, orderId: string): Promise<void> {
  await client.rpc("take_out_of_run", { of_run: id, of_order: orderId }).throwOnError();
}

export async function deleteRun(client: Supabase, id: string): Promise<void> {
  await client.rpc("delete_run", { of_run: id }).throwOnError();
}

export async function saveDeliveryProof(client: Supabase, proof: DeliveryProof): Promise<void> {
  await client.from("order_settings").update({ delivery_proof: proof }).eq("id", true).throwOnError();
}
