/** Mutations of the requirements on administrators. */
import { StaleVersionError } from "#app/features/admin/shared/mutations/stale-version-error.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import { SECURITY_SETTINGS_COLUMNS, type SecuritySettings } from "./security-settings.queries.ts";
import type { SecuritySettingsValues } from "./security-settings.schema.ts";

/**
 * Saves over the version of `updatedAt` and resolves to the new version. Throws a StaleVersionError when another
 * version is stored, and the server's reason for any other failure.
 */
export async function saveSecuritySettings(
  client: Supabase,
  values: SecuritySettingsValues,
  updatedAt: string,
): Promise<SecuritySettings> {
  const { data } = await client
    .from("security_settings")
    .update(values)
    .eq("id", true)
    .eq("updated_at", updatedAt)
    .select(SECURITY_SETTINGS_COLUMNS)
    .maybeSingle()
    .throwOnError();
  if (!data) throw new StaleVersionError();
  return data;
}
