/** The query of the shop's settings: one row, edited by an administrator. */
import type { PostgrestClient } from "@supabase/postgrest-js";
import type { Database } from "#app/lib/supabase/database.types.ts";
import type { ShopSettings } from "./shop-settings.tsx";

/** Throws when the request fails or the row is missing. */
export async function getShopSettings(client: PostgrestClient<Database>): Promise<ShopSettings> {
  const { data } = await client
    .from("shop_settings")
    .select("shop_name,address,phone,whatsapp,email,shipping_fee,offers_banner,low_stock_threshold")
    .single()
    .throwOnError();
  return data;
}
