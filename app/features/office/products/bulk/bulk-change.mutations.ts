/** Changing many products at once: all of them or none. */
import * as z from "zod/mini";
import type { Supabase } from "../../../../lib/supabase.client.ts";
import type { BulkChange } from "./bulk-change.ts";

const answer = z.object({ changed: z.int(), unchanged: z.int() });

/**
 * How many were changed, and how many were so already. `request` names this change: sent again under the same id it
 * is not done twice. Throws with the database's reason.
 */
export async function changeProducts(
  client: Supabase,
  ids: string[],
  change: BulkChange,
  request: string,
): Promise<z.infer<typeof answer>> {
  const { data } = await client
    .rpc("change_products", { ids, change: { ...change }, request })
    .throwOnError();
  return answer.parse(data);
}
