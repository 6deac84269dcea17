/** Queries of the picking list. Every function throws the backend's own error. */
import * as z from "zod/mini";
import { parseSoldBy } from "#app/lib/models/sold-by.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { PickItem } from "./pick-list.ts";

const ordersSchema = z.array(
  z.object({ id: z.string(), number: z.string(), quantity: z.number(), contents: z.string() }),
);

/** What these orders need, each product once, in the order of the shelves. */
export async function getPickList(client: Supabase, orderIds: readonly string[]): Promise<PickItem[]> {
  const { data } = await client.rpc("pick_list", { order_ids: [...orderIds] }).throwOnError();
  return data.map((item) => ({
    ...item,
    sold_by: parseSoldBy(item.sold_by),
    orders: ordersSchema.parse(item.orders),
  }));
}
