/** The search parameters of the order list. */

import { parseDay } from "#app/lib/format/days.ts";
import { isUuid } from "#app/lib/is-uuid.ts";
import { parseTextParam } from "#app/lib/pages/search-params.ts";
import { isSearchTooShort } from "#app/lib/search/search-text.ts";
import { ORDER_STATUS_VALUES, type OrderStatus } from "#app/lib/supabase/database.types.ts";

/** The parameters besides the search and the page. */
export const FILTER_PARAMS = ["status", "from", "to", "customer"] as const;

export interface OrderFilters {
  /** Empty for all; never shorter than the minimum. */
  search: string;
  status: OrderStatus | null;
  /** The first and the last day, «2026-11-21», in the time zone of Ouagadougou. */
  from: string | null;
  to: string | null;
  /** The id of a customer. */
  customer: string | null;
}

export interface OrdersSearchParams {
  filters: OrderFilters;
  /** The search text is shorter than the minimum. */
  isSearchTooShort: boolean;
}

export function parseOrdersSearchParams(params: URLSearchParams): OrdersSearchParams {
  const search = parseTextParam(params.get("search"));
  const isTooShort = isSearchTooShort(search);
  const customer = params.get("customer") ?? "";
  return {
    filters: {
      search: isTooShort ? "" : search,
      status: ORDER_STATUS_VALUES.find((status) => status === params.get("status")) ?? null,
      from: parseDay(params.get("from")),
      to: parseDay(params.get("to")),
      customer: isUuid(customer) ? customer : null,
    },
    isSearchTooShort: isTooShort,
  };
}

export function hasFilters({ search, status, from, to, customer }: OrderFilters): boolean {
  return search !== "" || status !== null || from !== null || to !== null || customer !== null;
}
