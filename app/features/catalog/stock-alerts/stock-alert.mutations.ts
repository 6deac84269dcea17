/** The mutation that asks for a mail when a product is in stock again. */
import { LIMIT_REACHED, ROW_DELETED } from "#app/lib/supabase/error-codes.ts";
import { getRetryAdvice } from "#app/lib/supabase/failure-message.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";

/** After this time the response counts as lost; asking again is harmless, since a request is stored once. */
const TIMEOUT_MS = 20_000;

/** `in-stock`: the product can be ordered already, the page is older than its stock. */
export type StockAlertResult = { kind: "stored" } | { kind: "in-stock" } | { kind: "error"; message: string };

/** What somebody waits for: a product, or one of its variants. */
export interface AwaitedItem {
  productId: string;
  /** Null for a product without variants. */
  variantId: string | null;
}

/** `visitorEmail` is null for a signed-in customer, whose address the database knows. Never throws. */
export async function requestStockAlert(
  { productId, variantId }: AwaitedItem,
  visitorEmail: string | null,
): Promise<StockAlertResult> {
  const { data, error } = await getSupabase()
    .rpc("request_stock_alert", {
      of_product: productId,
      ...(visitorEmail !== null && { visitor_email: visitorEmail }),
      ...(variantId !== null && { of_variant: variantId }),
    })
    .abortSignal(AbortSignal.timeout(TIMEOUT_MS));
  if (!error) return { kind: data ? "stored" : "in-stock" };
  console.error("catalog: the stock alert was not requested", error);
  if (error.code === LIMIT_REACHED || error.code === ROW_DELETED) {
    return { kind: "error", message: error.message };
  }
  return {
    kind: "error",
    message: `Votre demande n'a pas pu être enregistrée. ${getRetryAdvice(error)}`,
  };
}
