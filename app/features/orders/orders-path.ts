/**
 * The path of the query of a customer's newest orders (order.queries.ts), for the inline script of private pages, which
 * has no client.
 */
import { ORDER_COLUMNS } from "#app/lib/models/order-columns.ts";

/** Orders per page. */
export const PAGE_SIZE = 10;

export function getOrdersPath(email: string): string {
  const params = {
    select: ORDER_COLUMNS,
    customer_email: `eq.${email}`,
    order: "created_at.desc,id.asc",
    limit: String(PAGE_SIZE + 1),
  };
  return `/rest/v1/orders?${new URLSearchParams(params)}`;
}
