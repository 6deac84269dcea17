/** What the database holds of an order. */
import type { Sql } from "../../backend/core/database.ts";

export async function storedOrder(sql: Sql, { id }: { id: string }) {
  const [order] = await sql<{ status: string; cancellation_reason: string | null }[]>`
    select status, cancellation_reason from orders where id = ${id}`;
  return order;
}
