/** Mutations of the shop's settings. */
import type { SettingsValues } from "#app/features/admin/settings-fields.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { StoredSettings } from "./settings.ts";

/**
 * Saves over the version of `updatedAt` and resolves to the new version; null when that is no longer the
 * current one, or the right to change it is revoked: then nothing is written. Throws with the server's
 * reason.
 */
export async function saveSettings(
  client: Supabase,
  values: SettingsValues,
  updatedAt: string,
): Promise<StoredSettings | null> {
  const { data } = await client
    .from("shop_settings")
    .update(values)
    .eq("id", true)
    .eq("updated_at", updatedAt)
    .select("*")
    .maybeSingle()
    .throwOnError();
  return data;
}
