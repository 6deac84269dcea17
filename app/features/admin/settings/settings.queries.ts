/** Queries for the settings screen. Every function throws when the backend returns an error. */
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { StoredSettings } from "./settings.ts";

export async function getSettings(client: Supabase): Promise<StoredSettings> {
  const { data } = await client.from("shop_settings").select("*").single().throwOnError();
  return data;
}

/** The highest discount of the current offers, in percent; 0 when there is none. */
export async function getBestDiscount(client: Supabase): Promise<number> {
  const { data } = await client
    .from("products")
    .select("discount")
    .eq("is_featured", true)
    .order("discount", { ascending: false, nullsFirst: false })
    .limit(1)
    .maybeSingle()
    .throwOnError();
  return data?.discount ?? 0;
}
