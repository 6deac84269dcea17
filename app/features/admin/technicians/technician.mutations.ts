/**
 * Mutations of technicians, each with its contact details in one statement: `technicians` is a view that
 * writes to technician_profiles and technician_contacts. Every function throws with the server's reason.
 */

import { PostgrestError } from "@supabase/postgrest-js";
import { assertRowsDeleted } from "#app/features/admin/shared/mutations/assert-rows-affected.ts";
import { isDuplicateInsert } from "#app/features/admin/shared/mutations/is-duplicate-insert.ts";
import { StaleVersionError } from "#app/features/admin/shared/mutations/stale-version-error.ts";
import { UNIQUE_VIOLATION } from "#app/lib/supabase/error-codes.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { StoredTechnician, TechnicianValues } from "./technician.ts";

export const SLUG_TAKEN_MESSAGE = "Ce slug est déjà celui d'un autre technicien";

/** Another technician has the slug. */
export class SlugTakenError extends Error {}

/**
 * Saves over the version `base` and resolves to the new version; null creates the technician. Throws a
 * StaleVersionError when another version is stored, and a SlugTakenError.
 */
export async function saveTechnician(
  client: Supabase,
  id: string,
  values: TechnicianValues,
  base: string | null,
): Promise<StoredTechnician> {
  try {
    const updatedAt = await (base === null
      ? createTechnician(client, id, values)
      : updateTechnician(client, id, values, base));
    return { ...values, id, updated_at: updatedAt };
  } catch (error) {
    throw isSlugTaken(error) ? new SlugTakenError() : error;
  }
}

/**
 * The form generates `id`, so that a retry after a lost response does not create a second technician. Only
 * that form knows it.
 */
async function createTechnician(client: Supabase, id: string, values: TechnicianValues): Promise<string> {
  try {
    const { data } = await client
      .from("technicians")
      .insert({ id, ...values })
      .select("updated_at")
      .single()
      .throwOnError();
    return toUpdatedAt(data);
  } catch (error) {
    if (!isDuplicateInsert(error)) throw error;
    return updateTechnician(client, id, values);
  }
}

/** Updates the version of `updatedAt`, by default any. */
async function updateTechnician(
  client: Supabase,
  id: string,
  values: TechnicianValues,
  updatedAt?: string,
): Promise<string> {
  const update = client.from("technicians").update(values).eq("id", id);
  const { data } = await (updatedAt === undefined ? update : update.eq("updated_at", updatedAt))
    .select("updated_at")
    .maybeSingle()
    .throwOnError();
  return toUpdatedAt(data);
}

/** The new version. Without a row nothing was written; the type of a view's column is nullable. */
function toUpdatedAt(row: { updated_at: string | null } | null): string {
  if (!row?.updated_at) throw new StaleVersionError();
  return row.updated_at;
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
