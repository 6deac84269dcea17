/** Orders that the shop has taken, for the tests that begin after the purchase. */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Sql } from "../../backend/core/database.ts";
import type { Goods } from "./goods.ts";

const stored = z.object({
  id: z.string(),
  number: z.string(),
  total_amount: z.number(),
  items_count: z.number(),
});

interface OrderValues {
  lines: { goods: Goods; quantity: number }[];
  status: string;
  cancellation_reason: string;
  notes: string;
  /** ISO text. */
  created_at: string;
}

/** An order of this customer, as the shop itself computes it. */
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
  const items = lines.map(({ goods, quantity }) => ({ id: goods.id, quantity }));
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
  return stored.parse(order);
}
