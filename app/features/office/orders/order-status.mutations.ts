/** What becomes of an order. The database decides: it gives the stock back and notes who did it and when. */
import { PostgrestError } from "@supabase/postgrest-js";
import type { Supabase } from "../../../lib/supabase.client.ts";
import { type NextStatus, sourcesOf } from "./office-order.ts";

/** The shop's own code for a status that cannot become another. */
const IMPOSSIBLE = "YA006";

/** A cancellation has a reason, no other change has one. */
export interface StatusChange {
  status: NextStatus;
  cancellation_reason?: string;
}

/**
 * False when nothing was written: the order has come to another state meanwhile, or the right to change it is gone.
 * Throws the backend's error for any other failure.
 */
export async function changeStatus(client: Supabase, id: string, change: StatusChange): Promise<boolean> {
  try {
    const { data } = await client
      .from("orders")
      .update(change)
      .eq("id", id)
      // Without it a second cancellation would put its reason in the place of the first one's.
      .in("status", sourcesOf[change.status])
      .select("id")
      .throwOnError();
    return data.length > 0;
  } catch (error) {
    if (error instanceof PostgrestError && error.code === IMPOSSIBLE) return false;
    throw error;
  }
}
