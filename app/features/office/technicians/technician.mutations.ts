/**
 * Writing technicians, each with the contacts in one statement: the documented name is a view that spreads them over
 * its tables. Every function throws with the server's reason.
 */
import { PostgrestError } from "@supabase/postgrest-js";
import type { Supabase } from "../../../lib/supabase.client.ts";
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
    if (isTaken(error, "pkey")) return false;
    throw isTaken(error, "slug") ? new SlugTaken() : error;
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
    throw isTaken(error, "slug") ? new SlugTaken() : error;
  }
}

/** False when nothing was deleted: it was gone already, or the right to is. */
export async function deleteTechnician(client: Supabase, id: string): Promise<boolean> {
  const { data } = await client.from("technicians").delete().eq("id", id).select("id").throwOnError();
  return data.length > 0;
}

/** Whether another row carries the value of this column, as its constraint's name tells. */
function isTaken(error: unknown, column: "pkey" | "slug"): boolean {
  return error instanceof PostgrestError && error.code === TAKEN && error.message.includes(`_${column}`);
}
