/** Queries of the cash book. Every function throws when the backend returns an error. */
import { addDays } from "#app/lib/format/days.ts";
import { type ListPage, loadListPage } from "#app/lib/lists/list-page.ts";
import type { CashAccount } from "#app/lib/supabase/database.types.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { MovementFilters, ReportDays } from "./cash-search-params.ts";

const PAGE_SIZE = 25;
const REPORT_PAGE_SIZE = 50;
/** So many lines of a report are read at a time for its file. */
const EXPORT_PAGE_SIZE = 500;
export interface Balance {
  account: string;
  courier_id: string | null;
  carrier_id: string | null;
  /** Of the courier or the carrier. */
  name: string | null;
  /** In whole francs. */
  amount: number;
}

/** What each account holds now, or at the end of a day of the book; accounts with nothing are left out. */
export async function listBalances(client: Supabase, through?: string): Promise<Balance[]> {
  const { data } = await client
    .rpc("cash_balances", through === undefined ? {} : { through }, { get: true })
    .throwOnError();
  return data;
}

export interface RunToClose {
  id: string;
  day: string;
  name: string;
  courier_name: string | null;
  state: string;
  /** The stops that nothing has come of yet. */
  open_stops: number;
  /** What the courier holds, in whole francs. */
  held_amount: number;
  mobile_money: number;
}

export async function listRunsToClose(client: Supabase): Promise<RunToClose[]> {
  const { data } = await client.rpc("runs_to_close", undefined, { get: true }).range(0, 199).throwOnError();
  return data;
}

export interface Closing {
  day: string;
  expected_amount: number;
  counted_amount: number;
  note: string | null;
  actor_name: string | null;
  closed_at: string;
}

/** The closed days, newest first. */
export function listClosings(client: Supabase, page: number): Promise<ListPage<Closing>> {
  return loadListPage(page, PAGE_SIZE, async (from, to) => {
    const { data } = await client
      .from("cash_closings")
      .select("day,expected_amount,counted_amount,note,actor_name,closed_at")
      .order("day", { ascending: false })
      .range(from, to)
      .throwOnError();
    return data;
  });
}

export interface Movement {
  id: string;
  at: string;
  book_day: string;
  from_account: CashAccount;
  to_account: CashAccount;
  amount: number;
  reference: string | null;
  note: string | null;
  actor_name: string | null;
  order_id: string | null;
  run_id: string | null;
  carrier_id: string | null;
  reverses_id: string | null;
  orders: { number: string } | null;
  runs: { name: string; courier_name: string | null } | null;
  carriers: { name: string } | null;
}

const MOVEMENT_COLUMNS =
  "id,at,book_day,from_account,to_account,amount,reference,note,actor_name,order_id,run_id,carrier_id,reverses_id,orders(number),runs(name,courier_name),carriers(name)";

/** Newest first. */
export function listMovements(
  client: Supabase,
  { account, from: first_day, to: last_day }: MovementFilters,
  page: number,
): Promise<ListPage<Movement>> {
  return loadListPage(page, PAGE_SIZE, async (from, to) => {
    const { data } = await client
      .rpc(
        "list_cash_movements",
        {
          ...(account && { account }),
          ...(first_day && { first_day }),
          ...(last_day && { last_day }),
          skip: from,
          take: to - from + 1,
        },
        { get: true },
      )
      .select(MOVEMENT_COLUMNS)
      // Of the page, which the joins above may have mixed up.
      .order("book_day", { ascending: false })
      .order("at", { ascending: false })
      .order("id")
      .throwOnError();
    return data;
  });
}

export interface ReportLine {
  day: string;
  /** The courier or the carrier; null at the counter. */
  collector: string | null;
  zone: string | null;
  orders: number;
  /** In whole francs, as all that follow. */
  cash: number;
  mobile_money: number;
  carrier: number;
  refunded: number;
}

/** The day of the book that takes what is written now: today, or the next one once today is closed. */
export async function findOpenDay(client: Supabase, today: string): Promise<string> {
  const { data } = await client
    .from("cash_closings")
    .select("day")
    .order("day", { ascending: false })
    .limit(1)
    .maybeSingle()
    .throwOnError();
  return data && data.day >= today ? addDays(data.day, 1) : today;
}

/** The newest day first. */
export function listReport(client: Supabase, days: ReportDays, page: number): Promise<ListPage<ReportLine>> {
  return loadListPage(page, REPORT_PAGE_SIZE, (from, to) => readReport(client, days, from, to));
}

async function readReport(
  client: Supabase,
  { from: first_day, to: last_day }: ReportDays,
  from: number,
  to: number,
): Promise<ReportLine[]> {
  const { data } = await client
    .rpc("cash_report", { first_day, last_day }, { get: true })
    .range(from, to)
    .throwOnError();
  return data;
}

/** All lines of the report, for its file. */
export async function* fetchReportPages(client: Supabase, days: ReportDays): AsyncGenerator<ReportLine[]> {
  for (let from = 0; ; from += EXPORT_PAGE_SIZE) {
    const lines = await readReport(client, days, from, from + EXPORT_PAGE_SIZE - 1);
    yield lines;
    if (lines.length < EXPORT_PAGE_SIZE) return;
  }
}
