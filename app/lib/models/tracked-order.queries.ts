/** The order of a link, as the server reads it for the page. */
import type { PostgrestClient } from "@supabase/postgrest-js";
import * as z from "zod/mini";
import { type Database, HALF_DAY_VALUES, ORDER_STAGE_VALUES } from "#app/lib/supabase/database.types.ts";
import { soldBySchema } from "./sold-by.ts";
import type { TrackedOrder } from "./tracked-order.ts";

const half = z.enum(HALF_DAY_VALUES);

const trackedOrderSchema = z.object({
  number: z.string(),
  stage: z.enum(ORDER_STAGE_VALUES),
  placed_at: z.string(),
  items: z._default(
    z.nullable(
      z.array(
        z.object({ name: z.string(), quantity: z.number(), sold_by: z.optional(z.nullable(soldBySchema)) }),
      ),
    ),
    null,
  ),
  total_amount: z.number(),
  due_amount: z.number(),
  payment_method: z.string(),
  town: z.string(),
  quarter: z.nullable(z.string()),
  pickup_point_name: z.nullable(z.string()),
  delivery_day: z.nullable(z.string()),
  delivery_half: z.nullable(half),
  cancellation_reason: z.nullable(z.string()),
  courier_name: z.nullable(z.string()),
  courier_phone: z.nullable(z.string()),
  may_cancel: z.boolean(),
  slots: z.array(z.object({ day: z.string(), half })),
  timeline: z.array(z.object({ kind: z.string(), at: z.string() })),
});

/** A number and a hash. Whatever else stands in an address need not be looked up, and some of it cannot be. */
const TOKEN = /^\P{Cc}+-[\dA-Za-z]{24}$/u;

/** Null for a wrong token; throws when the request fails. */
export async function findTrackedOrder(
  client: PostgrestClient<Database>,
  token: string,
): Promise<TrackedOrder | null> {
  if (!TOKEN.test(token)) return null;
  const { data } = await client.rpc("track_order", { token }, { get: true }).maybeSingle().throwOnError();
  if (data === null) return null;
  const order = trackedOrderSchema.parse(data);
  return { ...order, items: order.items ?? [], token };
}
