/** Mutations of a person's data and of how long data is stored. */
import { StaleVersionError } from "#app/features/admin/shared/mutations/stale-version-error.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import { type PersonKey, RETENTION_COLUMNS, type RetentionSettings } from "./personal-data.queries.ts";
import type { RetentionValues } from "./retention.schema.ts";

/** Published reviews stay without a name unless `withReviews`. Throws the backend's error. */
export async function erasePerson(client: Supabase, person: PersonKey, withReviews: boolean): Promise<void> {
  await client.rpc("erase_customer_data", { ...person, with_reviews: withReviews }).throwOnError();
}

/**
 * Saves over the version of `updatedAt` and resolves to the new version. Throws a StaleVersionError when another
 * version is stored, and the server's reason for any other failure.
 */
export async function saveRetentionSettings(
  client: Supabase,
  values: RetentionValues,
  updatedAt: string,
): Promise<RetentionSettings> {
  const { data } = await client
    .from("retention_settings")
    .update(values)
    .eq("id", true)
    .eq("updated_at", updatedAt)
    .select(RETENTION_COLUMNS)
    .maybeSingle()
    .throwOnError();
  if (!data) throw new StaleVersionError();
  return data;
}
