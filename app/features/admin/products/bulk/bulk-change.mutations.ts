/** Bulk changes of products, in one transaction. */
import * as z from "zod/mini";
import { type ChosenReason, STOCK_REASON_HEADER } from "#app/features/admin/shared/stock-reason.tsx";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { BulkChange } from "./bulk-change.ts";

const bulkChangeResultSchema = z.object({ changed: z.int(), unchanged: z.int() });

/**
 * The numbers of changed and unchanged products. `request` identifies this change: a retry with the same id
 * is not applied twice. Throws with the database's reason.
 */
export async function changeProducts(
  client: Supabase,
  ids: string[],
  change: BulkChange,
  request: string,
  reason: ChosenReason,
): Promise<z.infer<typeof bulkChangeResultSchema>> {
  const { data } = await client
    .rpc("change_products", { ids, change: { ...change }, request })
    .setHeader(STOCK_REASON_HEADER, reason)
    .throwOnError();
  return bulkChangeResultSchema.parse(data);
}
