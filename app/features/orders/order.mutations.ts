/** Placing an order. */
import type { Supabase } from "../../lib/supabase.client.ts";
import { CONFIRMED_COLUMNS, findOrder } from "./order.queries.ts";
import { type OrderRequest, toOrderRow } from "./order.ts";
import { type OrderRefusal, readRefusal } from "./order-refusal.ts";

/** Beyond this an answer is taken for lost; the same order can be sent again without harm. */
const TIMEOUT_MS = 30_000;

type PlacedOrder = NonNullable<Awaited<ReturnType<typeof findOrder>>>;

/** `as-sent-before`: the order stands as an earlier try sent it, which differs from what was sent now. */
export type OrderOutcome = { kind: "placed" | "as-sent-before"; order: PlacedOrder } | OrderRefusal;

/**
 * Sends the order and reads back the row. An id that is taken means that an earlier answer was lost: the order
 * that stands under it is the outcome. Never throws.
 */
export async function placeOrder(client: Supabase, request: OrderRequest): Promise<OrderOutcome> {
  const { data, error, status } = await client
    .from("orders")
    .insert(toOrderRow(request))
    .select(CONFIRMED_COLUMNS)
    .abortSignal(AbortSignal.timeout(TIMEOUT_MS))
    .single();
  if (!error) return { kind: "placed", order: data };
  const refusal = readRefusal(error, status);
  if (refusal.kind !== "id-used") {
    console.error("order: refused", error);
    return refusal;
  }
  try {
    const earlier = await findOrder(client, request.id);
    if (!earlier) return refusal;
    return { kind: error.code === "23505" ? "placed" : "as-sent-before", order: earlier };
  } catch (lookupError) {
    console.error("order: the earlier order could not be read", lookupError);
    return { kind: "unreachable" };
  }
}
