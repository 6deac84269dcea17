/** Writing the shop's settings. */
import type { Supabase } from "../../../lib/supabase.client.ts";
import { SETTINGS_COLUMNS } from "./settings.queries.ts";
import type { SettingsValues, StoredSettings } from "./settings.ts";

/**
 * Saves over the edition of `updatedAt` and gives the new one; null when that is no longer the current one, or the
 * right to change it is gone: nothing is written then. Throws with the server's reason.
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
    .select(SETTINGS_COLUMNS)
    .maybeSingle()
    .throwOnError();
  return data;
}
