/** The name of a customer. */
import type { Customer } from "./customers.queries.ts";

export function formatCustomerName({
  first_name,
  last_name,
}: Pick<Customer, "first_name" | "last_name">): string {
  return [first_name, last_name].filter(Boolean).join(" ") || "Sans nom";
}
