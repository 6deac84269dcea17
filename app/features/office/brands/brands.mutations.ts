/** Writing the partner brands. Every function throws with the reason when nothing was written. */
import type { Supabase } from "../../../lib/supabase.client.ts";
import { expectGone, expectWritten, wasSentBefore } from "../written.ts";
import type { BrandValues } from "./brand.schema.ts";

/** `id` is the form's: a second try of one whose answer got lost makes no second brand. */
export async function createBrand(client: Supabase, id: string, values: BrandValues): Promise<void> {
  try {
    await client
      .from("brands")
      .insert({ id, ...values })
      .throwOnError();
  } catch (error) {
    if (!wasSentBefore(error)) throw error;
    await updateBrand(client, id, values);
  }
}

export async function updateBrand(client: Supabase, id: string, values: BrandValues): Promise<void> {
  const { data } = await client
    .from("brands")
    // As documented; the database puts its own time there.
    .update({ ...values, updated_at: new Date().toISOString() })
    .eq("id", id)
    .select("id")
    .throwOnError();
  await expectWritten(data);
}

export async function deleteBrand(client: Supabase, id: string): Promise<void> {
  const { data } = await client.from("brands").delete().eq("id", id).select("id").throwOnError();
  await expectGone(data);
}
