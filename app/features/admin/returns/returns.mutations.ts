/** Mutations of what comes back. The database decides, and says why it refuses. */
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { RefundValues } from "./return.schema.ts";

export interface Pieces {
  position: number;
  quantity: number;
  destination: Destination;
}

export const DESTINATIONS = ["stock", "repair", "loss"] as const;
export type Destination = (typeof DESTINATIONS)[number];

const toJson = (lines: readonly Pieces[]) => lines.map((line) => ({ ...line }));

/** The form generates `eventId`, so that a retry after a lost response does not count twice. */
export async function countIn(
  client: Supabase,
  orderId: string,
  eventId: string,
  lines: readonly Pieces[],
): Promise<void> {
  await client
    .rpc("count_in_return", { of_order: orderId, event_id: eventId, lines: toJson(lines) })
    .throwOnError();
}

export interface NewReturn {
  id: string;
  order_id: string;
  reason: string;
  lines: { position: number; quantity: number }[];
}

export async function openReturn(client: Supabase, request: NewReturn): Promise<void> {
  await client
    .rpc("open_return", { request: { ...request, lines: request.lines.map((line) => ({ ...line })) } })
    .throwOnError();
}

export async function acceptReturn(client: Supabase, id: string): Promise<void> {
  await client.rpc("decide_return", { return_id: id, is_accepted: true }).throwOnError();
}

export async function refuseReturn(client: Supabase, id: string, refusal_reason: string): Promise<void> {
  await client.rpc("decide_return", { return_id: id, is_accepted: false, refusal_reason }).throwOnError();
}

/** `withShipping`: the goods were at fault, and the customer gets the fee of the delivery back, too. */
export async function receiveReturn(
  client: Supabase,
  id: string,
  lines: readonly Pieces[],
  withShipping: boolean,
): Promise<void> {
  await client
    .rpc("receive_return", { return_id: id, lines: toJson(lines), with_shipping: withShipping })
    .throwOnError();
}

/** The form generates `id`, so that a retry after a lost response does not refund twice. */
export async function refundOrder(
  client: Supabase,
  id: string,
  orderId: string,
  values: RefundValues,
): Promise<void> {
  await client.rpc("refund_order", { refund: { id, order_id: orderId, ...values } }).throwOnError();
}
