import type { Member } from "./price-lists.queries.ts";

/** The name of a customer, or how else they are known. */
export function getMemberName({
  profiles: { first_name, last_name, email, phone },
}: Pick<Member, "profiles">): string {
  return [first_name, last_name].filter(Boolean).join(" ") || email || phone || "Client sans nom";
}
