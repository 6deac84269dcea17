/** Mutations of the counts. Every function throws with the reason when nothing was written. */
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

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
