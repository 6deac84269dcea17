/** Mutations of receipts and counts. Every function throws with the reason when nothing was written. */
import { isDuplicateInsert } from "#app/features/admin/shared/mutations/is-duplicate-insert.ts";
import { StaleVersionError } from "#app/features/admin/shared/mutations/stale-version-error.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import { SUPPLIER_COLUMNS, type Supplier } from "./stock-work.queries.ts";

export type SupplierValues = Pick<Supplier, "name" | "phone" | "note" | "is_active">;

/** The form generates `id`, so that a retry after a lost response does not create a second supplier. */
export async function createSupplier(
  client: Supabase,
  id: string,
  values: SupplierValues,
): Promise<Supplier> {
  try {
    const { data } = await client
      .from("suppliers")
      .insert({ id, ...values })
      .select(SUPPLIER_COLUMNS)
      .single()
      .throwOnError();
    return data;
  } catch (error) {
    if (!isDuplicateInsert(error)) throw error;
    return updateSupplier(client, id, values);
  }
}

/** Saves over the version of `updatedAt`, by default over any. Throws a StaleVersionError for another one. */
export async function updateSupplier(
  client: Supabase,
  id: string,
  values: SupplierValues,
  updatedAt?: string,
): Promise<Supplier> {
  const update = client.from("suppliers").update(values).eq("id", id);
  const { data } = await (updatedAt === undefined ? update : update.eq("updated_at", updatedAt))
    .select(SUPPLIER_COLUMNS)
    .maybeSingle()
    .throwOnError();
  if (!data) throw new StaleVersionError();
  return data;
}

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

export interface CountValues {
  name: string;
  shelf: string;
  category_id: string;
}

/** The dialog generates `id`, so that a retry is no second count. */
export async function openCount(client: Supabase, id: string, values: CountValues): Promise<void> {
  await client.rpc("open_stock_count", { count: { id, ...values } }).throwOnError();
}

/** `id` identifies this count of the item: sent again, it keeps its moment. */
export async function saveCountLine(
  client: Supabase,
  line: { id: string; count_id: string; item_id: string; quantity: number },
): Promise<void> {
  await client.rpc("save_count_line", { line: { ...line } }).throwOnError();
}

export async function discardCountLine(client: Supabase, line: string): Promise<void> {
  await client.rpc("discard_count_line", { line }).throwOnError();
}

/** Resolves to the number of differences that were booked. */
export async function closeCount(client: Supabase, count: string): Promise<number> {
  const { data } = await client.rpc("close_stock_count", { of_count: count }).throwOnError();
  return data;
}

export async function cancelCount(client: Supabase, count: string): Promise<void> {
  await client.rpc("cancel_stock_count", { of_count: count }).throwOnError();
}
