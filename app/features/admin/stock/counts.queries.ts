/** Queries of the counts. Every function throws when the backend returns an error. */
import { isUuid } from "#app/lib/is-uuid.ts";
import { type ListPage, loadListPage } from "#app/lib/lists/list-page.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import { nameSteps, type StockItem } from "./stock-items.queries.ts";

const PAGE_SIZE = 25;
const LINES_PAGE_SIZE = 50;
export interface StockCount {
  id: string;
  name: string;
  state: string;
  shelf: string | null;
  created_at: string;
  actor_name: string | null;
  ended_at: string | null;
  ended_by: string | null;
  categories: { name: string } | null;
}

const COUNT_COLUMNS = "id,name,state,shelf,created_at,actor_name,ended_at,ended_by,categories(name)";

/** Newest first. */
export function listCounts(client: Supabase, page: number): Promise<ListPage<StockCount>> {
  return loadListPage(page, PAGE_SIZE, async (from, to) => {
    const { data } = await client
      .from("stock_counts")
      .select(COUNT_COLUMNS)
      .order("created_at", { ascending: false })
      .order("id")
      .range(from, to)
      .throwOnError();
    return data;
  });
}

/** Null when there is no such count. */
export async function findCount(client: Supabase, id: string): Promise<StockCount | null> {
  if (!isUuid(id)) return null;
  const { data } = await client
    .from("stock_counts")
    .select(COUNT_COLUMNS)
    .eq("id", id)
    .maybeSingle()
    .throwOnError();
  return data;
}

export interface CountLine {
  id: string;
  item_id: string;
  name: string;
  reference: string | null;
  quantity: number;
  /** What the shelf held by the ledger at the moment of the count, with what orders had reserved of it. */
  expected_quantity: number;
  reserved_quantity: number;
  /** Null before the count is closed, and for no difference. */
  booked_quantity: number | null;
  is_discarded: boolean;
  /** Somebody else counted another difference. */
  is_conflict: boolean;
  is_own: boolean;
  actor_name: string | null;
}

/** What everybody counted, newest first. */
export function listCountLines(client: Supabase, count: string, page: number): Promise<ListPage<CountLine>> {
  return loadListPage(page, LINES_PAGE_SIZE, async (from, to) => {
    const { data } = await client
      .rpc("list_count_lines", { of_count: count, skip: from, take: to - from + 1 }, { get: true })
      .throwOnError();
    return nameSteps(client, data, ({ item_id }) => item_id);
  });
}

export type UncountedItem = Pick<StockItem, "name" | "reference" | "stock"> & { item_id: string };

const MAX_UNCOUNTED = 100;

/** What lies on the shelf or in the category of a count and is not counted yet; the first of it. */
export async function listUncounted(client: Supabase, count: string): Promise<UncountedItem[]> {
  const { data } = await client
    .rpc("uncounted_items", { of_count: count, take: MAX_UNCOUNTED }, { get: true })
    .throwOnError();
  return nameSteps(client, data, ({ item_id }) => item_id);
}

/** By name. */
export async function listCountCategories(client: Supabase): Promise<{ id: string; name: string }[]> {
  const { data } = await client.from("categories").select("id,name").order("name").throwOnError();
  return data;
}
