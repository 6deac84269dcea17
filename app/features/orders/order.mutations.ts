/** The mutation that places an order. */
import { UNIQUE_VIOLATION } from "#app/lib/supabase/error-codes.ts";
import { getFailureStatus, NO_RESPONSE } from "#app/lib/supabase/failure-message.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import { CONFIRMATION_COLUMNS, findPlacedOrder } from "./order.queries.ts";
import { type OrderRequest, toOrderRow } from "./order.ts";
import { type OrderError, toOrderError } from "./order-error.ts";

/** After this time the response counts as lost; the same order can be sent again without harm. */
const TIMEOUT_MS = 30_000;

type PlacedOrder = NonNullable<Awaited<ReturnType<typeof findPlacedOrder>>>;

/** `already-placed`: the order exists as an earlier try sent it, which differs from what was sent now. */
export type OrderOutcome = { kind: "placed" | "already-placed"; order: PlacedOrder } | OrderError;

/**
 * Sends the order and returns the inserted row. A duplicate id means that an earlier response was lost: the
 * order with this id is then the outcome. Never throws.
 */
export async function placeOrder(client: Supabase, request: OrderRequest): Promise<OrderOutcome> {
  const { data, error, status } = await client
    .from("orders")
    .insert(toOrderRow(request))
    .select(CONFIRMATION_COLUMNS)
    .abortSignal(AbortSignal.timeout(TIMEOUT_MS))
    .single();
  if (!error) return { kind: "placed", order: data };
  // The renewal of the session, which comes before the request, may be what had no response.
  const orderError = toOrderError(error, getFailureStatus(error) === NO_RESPONSE ? NO_RESPONSE : status);
  if (orderError.kind !== "duplicate-id") {
    console.error("order: refused", error);
    return orderError;
  }
  try {
    const earlier = await findPlacedOrder(client, request.id);
    if (!earlier) return orderError;
    return { kind: error.code === UNIQUE_VIOLATION ? "placed" : "already-placed", order: earlier };
  } catch (lookupError) {
    console.error("order: the earlier order could not be read", lookupError);
    return { kind: "unreachable", status: getFailureStatus(lookupError) ?? NO_RESPONSE };
  }
}
