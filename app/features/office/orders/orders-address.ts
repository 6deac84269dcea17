/** What the list of orders is asked for by its address. */
import { readText } from "../../../lib/address-params.ts";
import { readDay } from "../../../lib/days.ts";

/** Fewer letters say too little: the database finds orders by three in a row. */
const MIN_SEARCH = 3;

export const statuses = ["pending", "processing", "completed", "cancelled"] as const;
export type Status = (typeof statuses)[number];

/** The parameters beside the search and the page. */
export const FILTERS = ["status", "from", "to"] as const;

export interface OrderFilters {
  /** Empty for all; never too short to be found. */
  search: string;
  status: Status | null;
  /** The first and the last day, «2026-11-21», as Ouagadougou counts them. */
  from: string | null;
  to: string | null;
}

export interface OrdersAsked {
  filters: OrderFilters;
  /** Something was typed that is too short to search for. */
  tooShort: boolean;
}

export function readOrdersAsked(params: URLSearchParams): OrdersAsked {
  const search = readText(params.get("search"));
  const tooShort = search !== "" && searchedText(search).length < MIN_SEARCH;
  return {
    filters: {
      search: tooShort ? "" : search,
      status: statuses.find((status) => status === params.get("status")) ?? null,
      from: readDay(params.get("from")),
      to: readDay(params.get("to")),
    },
    tooShort,
  };
}

export function isFiltered({ search, status, from, to }: OrderFilters): boolean {
  return search !== "" || status !== null || from !== null || to !== null;
}

/** Of what looks like a telephone number only the digits are searched for. */
function searchedText(search: string): string {
  return /^[+0-9 ./()-]+$/.test(search) ? search.replace(/\D/g, "") : search;
}
