/** The queries of the shop's settings: one row each, edited by an administrator. */
import type { PostgrestClient } from "@supabase/postgrest-js";
import type { Database } from "#app/lib/supabase/database.types.ts";
import type { RetentionTimes } from "./pages/retention-times.ts";
import type { ShopSettings } from "./shop-settings.tsx";

/** Throws when the request fails or the row is missing. */
export async function getShopSettings(client: PostgrestClient<Database>): Promise<ShopSettings> {
  const { data } = await client.from("shop_settings").select("*").single().throwOnError();
  // The other columns would be sent with every page.
  const { id: _id, updated_at: _updatedAt, ...settings } = data;
  return settings;
}

/** Throws when the request fails or the row is missing. */
export async function getRetentionTimes(client: PostgrestClient<Database>): Promise<RetentionTimes> {
  const { data } = await client
    .from("retention_settings")
    .select("order_years,message_days,quote_days,mail_days,audit_days")
    .single()
    .throwOnError();
  return data;
}
