/** The search parameters of the movements and of the report. */
import { addDays, parseDay } from "#app/lib/format/days.ts";
import type { CashAccount } from "#app/lib/supabase/database.types.ts";
import { isCashAccount } from "./cash-accounts.ts";

/** The parameters besides the page. */
export const MOVEMENT_PARAMS = ["account", "from", "to"] as const;
export const REPORT_PARAMS = ["from", "to"] as const;

export interface MovementFilters {
  account: CashAccount | null;
  /** The first and the last day of the book. */
  from: string | null;
  to: string | null;
}

export function parseMovementFilters(params: URLSearchParams): MovementFilters {
  const account = params.get("account");
  return {
    account: isCashAccount(account) ? account : null,
    from: parseDay(params.get("from")),
    to: parseDay(params.get("to")),
  };
}

/** The database reports a year at most. */
const MAX_DAYS = 366;

export interface ReportDays {
  from: string;
  to: string;
}

/** The days of the report: a week that ends with the book's open day, unless the URL says otherwise; a year at most. */
export function parseReportDays(params: URLSearchParams, openDay: string): ReportDays {
  const to = parseDay(params.get("to")) ?? openDay;
  const from = parseDay(params.get("from")) ?? addDays(to, -6);
  if (from > to) return { from: to, to };
  return { from: from < addDays(to, -MAX_DAYS) ? addDays(to, -MAX_DAYS) : from, to };
}
