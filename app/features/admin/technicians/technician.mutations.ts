/**
 * Mutations of technicians, each with its contact details in one statement: the documented name is a view
 * that writes to both tables. Every function throws with the server's reason.
 */
import { PostgrestError } from "@supabase/postgrest-js";
import { assertRowsDeleted, isDuplicateInsert } from "#app/features/admin/assert-rows-affected.ts";
import { UNIQUE_VIOLATION } from "#app/lib/supabase/error-codes.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { TechnicianValues } from "./technician.ts";

/** Another technician has the slug. */
export class SlugTakenError extends Error {}

/**
 * The form generates `id`, so that a retry does not create a second technician. False when the technician
 * already existed.
 */
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
    if (isDuplicateInsert(error)) return false;
    throw isSlugTaken(error) ? new SlugTakenError() : error;
  }
}

/**
 * Saves over the version of `updatedAt`; false when that is no longer the current one, or the right to change
 * it is revoked: then nothing is written.
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
    throw isSlugTaken(error) ? new SlugTakenError() : error;
  }
}

/** An already deleted technician is a success; a revoked right is an error. */
export async function deleteTechnician(client: Supabase, id: string): Promise<void> {
  const { data } = await client.from("technicians").delete().eq("id", id).select("id").throwOnError();
  await assertRowsDeleted(data);
}

/** Whether another technician has the slug, according to the name of the violated constraint. */
function isSlugTaken(error: unknown): boolean {
  return (
    error instanceof PostgrestError && error.code === UNIQUE_VIOLATION && error.message.includes("_slug_")
  );
}
