/** Mutations of how the shop works with its orders. */
import { StaleVersionError } from "#app/features/admin/shared/mutations/stale-version-error.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import { ORDER_SETTINGS_COLUMNS, type OrderSettings } from "./order-settings.queries.ts";
import type { OrderSettingsValues } from "./order-settings.schema.ts";

/**
 * Saves over the version of `updatedAt` and resolves to the new version. Throws a StaleVersionError when another
 * version is stored, and the server's reason for any other failure.
 */
export async function saveOrderSettings(
  client: Supabase,
  values: OrderSettingsValues,
  updatedAt: string,
): Promise<OrderSettings> {
  const { data } = await client
    .from("order_settings")
    .update(values)
    .eq("id", true)
    .eq("updated_at", updatedAt)
    .select(ORDER_SETTINGS_COLUMNS)
    .maybeSingle()
    .throwOnError();
  if (!data) throw new StaleVersionError();
  return data;
}
