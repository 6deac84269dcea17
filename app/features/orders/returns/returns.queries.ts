/** The returns of a customer's order. */
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

/** Of the database; a later one is shown as it is. */
export type ReturnState = "requested" | "accepted" | "refused" | "received";

export interface OrderReturn {
  id: string;
  state: string;
  reason: string;
  refusal_reason: string | null;
  credit_amount: number;
  created_at: string;
  lines: { position: number; quantity: number; order_items: { name: string; sold_by: unknown } }[];
}

export interface ReturnableLine {
  line_position: number;
  name: string;
  returnable: number;
  sold_by: unknown;
}

export interface OrderReturns {
  returns: OrderReturn[];
  /** What can still be returned; empty once the days for it are over. */
  lines: ReturnableLine[];
}

/** Throws when a request fails. */
export async function loadOrderReturns(client: Supabase, orderId: string): Promise<OrderReturns> {
  const [returns, lines] = await Promise.all([
    client
      .from("order_returns")
      .select(
        "id,state,reason,refusal_reason,credit_amount,created_at,lines:order_return_lines(position,quantity,order_items(name,sold_by))",
      )
      .eq("order_id", orderId)
      .order("created_at")
      .order("position", { referencedTable: "lines" })
      .limit(50)
      .throwOnError(),
    client.rpc("returnable_lines", { of_order: orderId }, { get: true }).throwOnError(),
  ]);
  return { returns: returns.data, lines: lines.data.filter(({ returnable }) => returnable > 0) };
}
