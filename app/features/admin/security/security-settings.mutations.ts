/** Mutations of the requirements on administrators. */
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { SecuritySettings } from "./security-settings.queries.ts";

/** Throws when nothing was written. */
export async function saveSecuritySettings(client: Supabase, settings: SecuritySettings): Promise<void> {
  await client.from("security_settings").update(settings).eq("id", true).select("id").single().throwOnError();
}
