/** The mutation of a product's stock. */
import { type ChosenReason, STOCK_REASON_HEADER } from "#app/features/admin/shared/stock-reason.tsx";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

/**
 * Changes the stock from the one that was seen, in pieces, as the product's form does: orders take stock meanwhile,
 * so the difference is applied. Resolves to the new stock. Throws the backend's error.
 */
export async function setProductStock(
  client: Supabase,
  { id, stock }: { id: string; stock: number },
  newStock: number,
  reason: ChosenReason,
): Promise<number> {
  const { data } = await client
    .rpc("set_product_stock", { product: id, stock: newStock, stock_seen: stock })
    .setHeader(STOCK_REASON_HEADER, reason)
    .throwOnError();
  return data;
}
