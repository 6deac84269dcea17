/** Mutations of the cash book. The database decides, and says why it refuses. */
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { MovementValues } from "./cash.schema.ts";

/** The form generates `id`, so that a retry after a lost response does not move the money twice. */
export async function recordMovement(client: Supabase, id: string, values: MovementValues): Promise<void> {
  await client.rpc("record_cash_movement", { movement: { id, ...values } }).throwOnError();
}

export async function reverseMovement(client: Supabase, movement: string, note: string): Promise<void> {
  await client.rpc("reverse_cash_movement", { movement, note }).throwOnError();
}

export async function closeRun(
  client: Supabase,
  run: string,
  handed_amount: number,
  note: string,
): Promise<void> {
  await client.rpc("close_run", { run, handed_amount, note }).throwOnError();
}

export async function closeDrawer(
  client: Supabase,
  day: string,
  counted: number,
  note: string,
): Promise<void> {
  await client.rpc("close_drawer", { day, counted, note }).throwOnError();
}
