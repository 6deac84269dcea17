/**
 * Writing technicians, each with the contacts in one statement: the documented name is a view that spreads them over
 * its tables. Every function throws with the server's reason.
 */
import { PostgrestError } from "@supabase/postgrest-js";
import type { Supabase } from "../../../lib/supabase.client.ts";
import { expectGone, wasSentBefore } from "../written.ts";
import type { TechnicianValues } from "./technician.ts";

/** The database's code for a value that another row carries. */
const TAKEN = "23505";

/** Another technician has the slug. */
export class SlugTaken extends Error {}

/** `id` is made by the form: what arrives twice is one technician. False when it had arrived before. */
export async function createTechnician(
  client: Supabase,
  id: string,
  values: TechnicianValues,
): Promise<boolean> {
  try {
    await client
      .from("technicians")
      .insert({ id, ...values })
      .throwOnError();
    return true;
  } catch (error) {
    if (wasSentBefore(error)) return false;
    throw isSlugTaken(error) ? new SlugTaken() : error;
  }
}

/**
 * Saves over the edition of `updatedAt`; false when that is no longer the current one, or the right to change it is
 * gone: nothing is written then.
 */
export async function updateTechnician(
  client: Supabase,
  id: string,
  values: TechnicianValues,
  updatedAt: string,
): Promise<boolean> {
  try {
    const { data } = await client
      .from("technicians")
      .update(values)
      .eq("id", id)
      .eq("updated_at", updatedAt)
      .select("id")
      .throwOnError();
    return data.length > 0;
  } catch (error) {
    throw isSlugTaken(error) ? new SlugTaken() : error;
  }
}

/** One that is gone already is gone as it should be; whoever lost the right is told so. */
export async function deleteTechnician(client: Supabase, id: string): Promise<void> {
  const { data } = await client.from("technicians").delete().eq("id", id).select("id").throwOnError();
  await expectGone(data);
}

/** Whether another technician carries the slug, as its constraint's name tells. */
function isSlugTaken(error: unknown): boolean {
  return error instanceof PostgrestError && error.code === TAKEN && error.message.includes("_slug_");
}
