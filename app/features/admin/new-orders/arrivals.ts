import { isOwnOrder } from "#app/features/admin/shared/own-orders.ts";
import type { NewOrder } from "./new-orders.queries.ts";

/** Those of the orders that nobody here knows of: neither known nor entered in this tab. */
export function listArrivals(found: readonly NewOrder[], known: ReadonlySet<string>): NewOrder[] {
  return found.filter(({ id }) => !known.has(id) && !isOwnOrder(id));
}
