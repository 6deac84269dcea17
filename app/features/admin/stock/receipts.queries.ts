/** Queries of the suppliers' delivery notes. Every function throws when the backend returns an error. */
import { isUuid } from "#app/lib/is-uuid.ts";
import { type ListPage, loadListPage } from "#app/lib/lists/list-page.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import { nameSteps } from "./stock-items.queries.ts";

const PAGE_SIZE = 25;
export const RECEIPT_STATES = ["expected", "partly", "complete"] as const;

export interface ListedReceipt {
  id: string;
  number: string;
  state: string;
  expected_day: string | null;
  created_at: string;
  suppliers: { name: string };
}

/** Newest first. */
export function listReceipts(
  client: Supabase,
  state: string | null,
  page: number,
): Promise<ListPage<ListedReceipt>> {
  return loadListPage(page, PAGE_SIZE, async (from, to) => {
    const query = client
      .from("receipts")
      .select("id,number,state,expected_day,created_at,suppliers!inner(name)");
    const { data } = await (state === null ? query : query.eq("state", state))
      .order("created_at", { ascending: false })
      .order("id")
      .range(from, to)
      .throwOnError();
    return data;
  });
}

interface ReceiptLine {
  item_id: string;
  name: string;
  quantity: number;
  received_quantity: number;
  /** In whole francs; null when it is unknown, or not for the reader. */
  unit_cost: number | null;
}

export interface Receipt {
  id: string;
  supplier_id: string;
  number: string;
  state: string;
  expected_day: string | null;
  note: string;
  updated_at: string;
  closed_at: string | null;
  lines: ReceiptLine[];
}

/** Null when there is no such receipt. */
export async function findReceipt(client: Supabase, id: string): Promise<Receipt | null> {
  if (!isUuid(id)) return null;
  const [{ data: receipt }, { data: lines }, { data: costs }] = await Promise.all([
    client
      .from("receipts")
      .select("id,supplier_id,number,state,expected_day,note,updated_at,closed_at")
      .eq("id", id)
      .maybeSingle()
      .throwOnError(),
    client
      .from("receipt_lines")
      .select("item_id,name,quantity,received_quantity,sold_by")
      .eq("receipt_id", id)
      .order("position")
      .throwOnError(),
    client.rpc("receipt_costs", { of_receipt: id }, { get: true }).throwOnError(),
  ]);
  if (!receipt) return null;
  const costOf = new Map(costs.map(({ item_id, unit_cost }) => [item_id, unit_cost]));
  const named = await nameSteps(client, lines, ({ item_id }) => item_id);
  return {
    ...receipt,
    lines: named.map(({ sold_by: _, ...line }) => ({ ...line, unit_cost: costOf.get(line.item_id) ?? null })),
  };
}
