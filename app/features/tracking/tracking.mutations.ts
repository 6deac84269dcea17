/** What whoever holds the link of an order may do, and finding it by its number. Loaded when a form is sent. */

import type { DeliverySlot } from "#app/lib/models/tracked-order.ts";
import { describeFailure } from "#app/lib/supabase/failure-message.ts";
import { getAnonSupabase } from "#app/lib/supabase/supabase.client.ts";

/** After this time the response counts as lost; sending it again changes nothing more. */
const TIMEOUT_MS = 20_000;

/** Resolves to the error message; null when it is done. Never throws. */
export async function changeOrderDay(token: string, { day, half }: DeliverySlot): Promise<string | null> {
  const { error } = await getAnonSupabase()
    .rpc("change_order_day", { token, day, half })
    .abortSignal(AbortSignal.timeout(TIMEOUT_MS));
  return error && report(error, "Le jour n'a pas pu être changé. Réessayez.");
}

/** Resolves to the error message; null when it is done. Never throws. */
export async function cancelOrder(token: string, reason: string): Promise<string | null> {
  const { error } = await getAnonSupabase()
    .rpc("cancel_order_by_token", { token, reason })
    .abortSignal(AbortSignal.timeout(TIMEOUT_MS));
  return error && report(error, "La commande n'a pas pu être annulée. Réessayez.");
}

export type FoundOrder =
  | { kind: "found"; token: string }
  | { kind: "unknown" }
  | { kind: "error"; message: string };

/** Never throws. */
export async function findOrderToken(number: string, phone: string): Promise<FoundOrder> {
  const { data, error } = await getAnonSupabase()
    .rpc("find_order", { number, phone })
    .abortSignal(AbortSignal.timeout(TIMEOUT_MS));
  if (error) return { kind: "error", message: report(error, "La recherche n'a pas abouti. Réessayez.") };
  return data === null ? { kind: "unknown" } : { kind: "found", token: data };
}

function report(error: unknown, fallback: string): string {
  console.error("tracking:", error);
  return describeFailure(error, fallback);
}
