/** Runs that are on the road before a test begins. */
import type { Sql } from "#backend/core/database/database.ts";
import type { Account } from "./accounts.ts";
import { createOrder } from "./orders.ts";
import type { StoredProduct } from "./products.ts";

export interface PreparedOrder {
  id: string;
  number: string;
  total_amount: number;
}

/** An order of this customer that can be put into a run. */
export async function createPreparedOrder(
  sql: Sql,
  customer: { id: string },
  product: Pick<StoredProduct, "id">,
): Promise<PreparedOrder> {
  const order = await createOrder(sql, customer, { lines: [{ product, quantity: 2 }] });
  await sql`update orders set status = 'processing' where id = ${order.id}`;
  return order;
}

/** Sends these orders out with this courier, as the planner would. */
export async function sendOutOrders(
  sql: Sql,
  courier: Account,
  orders: readonly PreparedOrder[],
  name = "Ouaga Sud",
): Promise<string> {
  const run = JSON.stringify({
    day: new Date().toISOString().slice(0, 10),
    name,
    courier_id: courier.id,
    order_ids: orders.map(({ id }) => id),
  });
  const [saved] = await sql<{ id: string }[]>`select id from public.save_run(${run}::text::jsonb)`;
  const id = saved?.id ?? "";
  await sql`select from public.send_out_run(${id})`;
  return id;
}

/** What the courier told of an order, and what the order's state is now. */
export async function getDelivery(sql: Sql, order: { id: string }) {
  const events = await sql<{ kind: string; conflict: string | null }[]>`
    select kind, conflict from order_events
    where order_id = ${order.id} and kind in ('delivered', 'partly_delivered', 'refused', 'absent')`;
  const [state] = await sql<{ stage: string; paid_amount: number }[]>`
    select stage, paid_amount from orders where id = ${order.id}`;
  return { ...state, events: [...events] };
}
