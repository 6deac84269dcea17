/** Queries of the requirements on administrators. */
import type { Database } from "#app/lib/supabase/database.types.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

/** `updated_at` identifies the version. */
export type SecuritySettings = Pick<
  Database["public"]["Tables"]["security_settings"]["Row"],
  "admin_factor_required" | "admin_idle_minutes" | "admin_session_hours" | "updated_at"
>;

export const SECURITY_SETTINGS_COLUMNS =
  "admin_factor_required,admin_idle_minutes,admin_session_hours,updated_at";

/** Throws when the query fails. */
export async function getSecuritySettings(client: Supabase): Promise<SecuritySettings> {
  const { data } = await client
    .from("security_settings")
    .select(SECURITY_SETTINGS_COLUMNS)
    .single()
    .throwOnError();
  return data;
}
