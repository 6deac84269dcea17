/** Mutations of the limits. */
import { StaleVersionError } from "#app/features/admin/shared/mutations/stale-version-error.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { LimitValues } from "./limit.schema.ts";
import { type LimitKey, STORED_LIMIT_COLUMNS, type StoredLimit } from "./limits.queries.ts";

/**
 * Saves over the version of `updatedAt` and resolves to the new version. Throws a StaleVersionError when
 * another version is stored, and the server's reason for any other failure.
 */
export async function updateLimit(
  client: Supabase,
  { name, audience, scope }: LimitKey,
  values: LimitValues,
  updatedAt: string,
): Promise<StoredLimit> {
  const { data } = await client
    .from("limits")
    .update(values)
    .match({ name, audience, scope, updated_at: updatedAt })
    .select(STORED_LIMIT_COLUMNS)
    .maybeSingle()
    .throwOnError();
  if (!data) throw new StaleVersionError();
  return data;
}
