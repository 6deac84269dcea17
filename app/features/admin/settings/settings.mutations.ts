/** Mutations of the shop's settings. */
import type { SettingsValues } from "#app/features/admin/shared/fields/settings-fields.ts";
import { StaleVersionError } from "#app/features/admin/shared/mutations/stale-version-error.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { StoredSettings } from "./settings.ts";

/**
 * Saves over the version of `updatedAt` and resolves to the new version. Throws a StaleVersionError when
 * another version is stored, and the server's reason for any other failure.
 */
export async function saveSettings(
  client: Supabase,
  values: SettingsValues,
  updatedAt: string,
): Promise<StoredSettings> {
  const { data } = await client
    .from("shop_settings")
    .update(values)
    .eq("id", true)
    .eq("updated_at", updatedAt)
    .select("*")
    .maybeSingle()
    .throwOnError();
  if (!data) throw new StaleVersionError();
  return data;
}
