/**
 * Mutations of an order's status. The database decides: it restores the stock and records the actor and the
 * time.
 */
import { PostgrestError } from "@supabase/postgrest-js";
import { type NextStatus, transitions } from "#app/features/admin/shared/labels/order-statuses.ts";
import { INVALID_STATUS_CHANGE } from "#app/lib/supabase/error-codes.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

/** A cancellation has a reason, no other change has one. */
export interface StatusChange {
  status: NextStatus;
  cancellation_reason?: string;
}

/**
 * False when nothing was written: the order has another status by now, or the right to change it is revoked.
 * Throws the backend's error for any other failure.
 */
export async function updateOrderStatus(
  client: Supabase,
  id: string,
  change: StatusChange,
): Promise<boolean> {
  try {
    const { data } = await client
      .from("orders")
      .update(change)
      .eq("id", id)
      // Without it a second cancellation would overwrite the reason of the first one.
      .in("status", transitions[change.status].from)
      .select("id")
      .throwOnError();
    return data.length > 0;
  } catch (error) {
    if (error instanceof PostgrestError && error.code === INVALID_STATUS_CHANGE) return false;
    throw error;
  }
}
