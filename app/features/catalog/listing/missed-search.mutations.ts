/** The mutation that counts a search without a result, for the staff to see what is missing. */
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";

/** Once a page load: the same list is shown again on the way back. */
const counted = new Set<string>();

/** Whether it is counted is nothing to the visitor: the database decides, and a failure is only logged. */
export async function recordMissedSearch(query: string): Promise<void> {
  if (counted.has(query)) return;
  counted.add(query);
  const { error } = await getSupabase().rpc("record_missed_search", { query });
  if (error) console.warn("catalog: the search without a result was not counted", error);
}
