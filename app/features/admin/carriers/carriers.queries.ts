/** Queries of the carriers. Every function throws when the backend returns an error. */
import { type ListPage, loadListPage } from "#app/lib/lists/list-page.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

const PAGE_SIZE = 25;
/** A shop works with a handful of them. */
const MAX_CARRIERS = 100;

export interface Carrier {
  id: string;
  name: string;
  phone: string;
  is_active: boolean;
  updated_at: string;
}

export const CARRIER_COLUMNS = "id,name,phone,is_active,updated_at";

/** By name. */
export async function listCarriers(client: Supabase): Promise<Carrier[]> {
  const { data } = await client
    .from("carriers")
    .select(CARRIER_COLUMNS)
    .order("name")
    .limit(MAX_CARRIERS)
    .throwOnError();
  return data;
}

/** Null when there is no such carrier (any more). */
export async function findCarrier(client: Supabase, id: string): Promise<Carrier | null> {
  const { data } = await client
    .from("carriers")
    .select(CARRIER_COLUMNS)
    .eq("id", id)
    .maybeSingle()
    .throwOnError();
  return data;
}

export interface Parcel {
  order_id: string;
  number: string;
  customer_name: string;
  stage: string;
  carrier_name: string;
  tracking_number: string;
  handed_at: string;
  /** What the carrier has to pass on, in whole francs. */
  amount: number;
}

/** The parcels that carriers have, or whose money has not come; those that are out longest first. */
export function listOpenParcels(client: Supabase, page: number): Promise<ListPage<Parcel>> {
  return loadListPage(page, PAGE_SIZE, async (from, to) => {
    const { data } = await client
      .rpc("open_parcels", undefined, { get: true })
      .range(from, to)
      .throwOnError();
    return data;
  });
}

const OPEN_RESULTS = ["differs", "unknown", "settled_before", "not_due"] as const;

export interface OpenRow {
  settlement_id: string;
  position: number;
  number: string;
  amount: number;
  result: string;
  expected_amount: number | null;
  carrier_settlements: { file_name: string; carriers: { name: string } };
}

/** So many rows to resolve are shown at a time. */
const MAX_OPEN_ROWS = 100;

/** The rows of settlements that did not match. */
export async function listOpenRows(client: Supabase): Promise<OpenRow[]> {
  const { data } = await client
    .from("carrier_settlement_rows")
    .select(
      "settlement_id,position,number,amount,result,expected_amount,carrier_settlements!inner(file_name,carriers!inner(name))",
    )
    .in("result", OPEN_RESULTS)
    .order("settlement_id")
    .order("position")
    .limit(MAX_OPEN_ROWS)
    .throwOnError();
  return data;
}

/** How many rows of a new settlement matched, have to be resolved, and were in an earlier one. */
export async function countResults(
  client: Supabase,
  settlement: string,
): Promise<{ matched: number; open: number; repeated: number }> {
  const count = async (results: readonly string[]) => {
    const { count } = await client
      .from("carrier_settlement_rows")
      .select("position", { count: "exact", head: true })
      .eq("settlement_id", settlement)
      .in("result", results)
      .throwOnError();
    return count ?? 0;
  };
  const [matched, open, repeated] = await Promise.all([
    count(["matched"]),
    count(OPEN_RESULTS),
    count(["resolved"]),
  ]);
  return { matched, open, repeated };
}
