/** Queries of how the shop works with its orders. */
import type { Database } from "#app/lib/supabase/database.types.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

/** `updated_at` identifies the version. */
export type OrderSettings = Pick<
  Database["public"]["Tables"]["order_settings"]["Row"],
  "refusals_before_call" | "return_days" | "updated_at"
>;

export const ORDER_SETTINGS_COLUMNS = "refusals_before_call,return_days,updated_at";

/** Throws when the query fails. */
export async function getOrderSettings(client: Supabase): Promise<OrderSettings> {
  const { data } = await client.from("order_settings").select(ORDER_SETTINGS_COLUMNS).single().throwOnError();
  return data;
}
