/** Mutations of the suppliers' delivery notes. Every function throws with the reason when nothing was written. */
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

export interface ReceiptValues {
  /** Generated in the browser, so that a retry is no second receipt. */
  id: string;
  supplier_id: string;
  number: string;
  expected_day: string | null;
  note: string;
  /** Without `unit_cost` the known one stays. */
  lines: { item_id: string; quantity: number; unit_cost?: number | null }[];
}

/** `version`: the `updated_at` of the receipt that is changed; null for a new one. */
export async function saveReceipt(
  client: Supabase,
  values: ReceiptValues,
  version: string | null,
): Promise<void> {
  await client
    .rpc("save_receipt", {
      receipt: { ...values, lines: values.lines.map((line) => ({ ...line })) },
      ...(version !== null && { expected_updated_at: version }),
    })
    .throwOnError();
}

/** The dialog generates `id`, so that goods that are sent twice arrive once. */
export async function receiveGoods(
  client: Supabase,
  id: string,
  receipt: string,
  lines: { item_id: string; quantity: number }[],
): Promise<void> {
  await client
    .rpc("receive_goods", { arrival: { id, receipt_id: receipt, lines: lines.map((line) => ({ ...line })) } })
    .throwOnError();
}

export async function closeReceipt(client: Supabase, receipt: string): Promise<void> {
  await client.rpc("close_receipt", { receipt }).throwOnError();
}
