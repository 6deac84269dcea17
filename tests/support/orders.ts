/** Stored orders, for the tests that begin after the purchase. */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Sql } from "#backend/core/database.ts";

const orderSchema = z.object({
  id: z.string(),
  number: z.string(),
  total_amount: z.number(),
  items_count: z.number(),
});

interface OrderValues {
  lines: { product: { id: string }; quantity: number }[];
  status: string;
  cancellation_reason: string;
  notes: string;
  /** ISO text. */
  created_at: string;
}

/** Inserts an order of this customer; the shop's triggers compute its amounts. */
export async function createOrder(
  sql: Sql,
  customer: { id: string },
  {
    lines,
    status = "pending",
    notes = "",
    created_at,
    cancellation_reason,
  }: Partial<OrderValues> & Pick<OrderValues, "lines">,
) {
  const items = lines.map(({ product, quantity }) => ({ id: product.id, quantity }));
  const [order] = await sql`
    insert into orders ${sql({
      id: randomUUID(),
      user_id: customer.id,
      customer_name: "Fatou Sawadogo",
      customer_phone: "+22676543210",
      items_count: 1,
      status,
      notes,
      cancellation_reason: cancellation_reason ?? null,
      created_at: created_at ?? new Date().toISOString(),
      shipping_address: sql.json({ address: "Patte d'Oie, portail bleu", city: "Ouagadougou" }),
      payment_info: sql.json({ method: "cod", items }),
      total_amount: null,
    })}
    returning id, number, total_amount, items_count`;
  return orderSchema.parse(order);
}

export async function getStoredOrder(sql: Sql, { id }: { id: string }) {
  const [order] = await sql<{ status: string; cancellation_reason: string | null }[]>`
    select status, cancellation_reason from orders where id = ${id}`;
  return order;
}

/** A customer's orders, oldest first. */
export async function listOrders(sql: Sql, customer: { id: string }) {
  const rows = await sql<{ id: string; number: string; total_amount: number; items_count: number }[]>`
    select id, number, total_amount, items_count from orders where user_id = ${customer.id} order by created_at`;
  return [...rows];
}
