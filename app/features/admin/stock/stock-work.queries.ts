/** Queries of receipts, counts and the reorder list. Every function throws when the backend returns an error. */
import { withFormerStep, withStep } from "#app/features/admin/shared/step-text.ts";
import { isUuid } from "#app/lib/is-uuid.ts";
import { type ListPage, loadListPage } from "#app/lib/lists/list-page.ts";
import { parseSoldBy } from "#app/lib/models/sold-by.ts";
import type { Unit } from "#app/lib/supabase/database.types.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

const PAGE_SIZE = 25;
const LINES_PAGE_SIZE = 50;
/** So many lines of the reorder list are read at a time for its file. */
const EXPORT_PAGE_SIZE = 500;
/** These functions are read-only: called by GET, they may run concurrently. */
const getOptions = { get: true } as const;

/** So many ids fit into an address. */
const NAMED_AT_ONCE = 100;

/** Says in the names what is counted where it is not one of the unit, or not a step of today (`sold_by`). */
async function nameSteps<Item extends { name: string; sold_by?: unknown }>(
  client: Supabase,
  items: readonly Item[],
  getId: (item: Item) => string,
): Promise<Item[]> {
  const parts = Array.from({ length: Math.ceil(items.length / NAMED_AT_ONCE) }, (_, part) =>
    items.slice(part * NAMED_AT_ONCE, (part + 1) * NAMED_AT_ONCE).map(getId),
  );
  const answers = await Promise.all(
    parts.map((ids) =>
      client
        .from("sellable_items")
        .select("id,unit,step_size")
        .in("id", ids)
        .neq("step_size", 1)
        .throwOnError()
        // The columns of a view may be null in the generated types.
        .overrideTypes<{ id: string; unit: Unit; step_size: number }[], { merge: false }>(),
    ),
  );
  const steps = new Map(answers.flatMap(({ data }) => data.map((step) => [step.id, step])));
  return items.map((item) => {
    if (item.sold_by) return { ...item, name: withFormerStep(item.name, parseSoldBy(item.sold_by)) };
    const step = steps.get(getId(item));
    return step ? { ...item, name: withStep(item.name, step) } : item;
  });
}

export interface StockItem {
  id: string;
  name: string;
  reference: string | null;
  barcode: string | null;
  stock: number;
}

/** What is sold under a bar code, a reference or a part of a name. */
export async function findStockItems(client: Supabase, query: string): Promise<StockItem[]> {
  const { data } = await client
    .rpc("find_stock_items", { query }, getOptions)
    .select("id,name,reference,barcode,stock")
    .throwOnError()
    // The columns of a view may be null in the generated types.
    .overrideTypes<StockItem[], { merge: false }>();
  return nameSteps(client, data, ({ id }) => id);
}

export interface Supplier {
  id: string;
  name: string;
  phone: string;
  note: string;
  is_active: boolean;
  updated_at: string;
}

export const SUPPLIER_COLUMNS = "id,name,phone,note,is_active,updated_at";
const MAX_SUPPLIERS = 500;

/** By name. */
export async function listSuppliers(client: Supabase): Promise<Supplier[]> {
  const { data } = await client
    .from("suppliers")
    .select(SUPPLIER_COLUMNS)
    .order("name")
    .limit(MAX_SUPPLIERS)
    .throwOnError();
  return data;
}

/** Null when there is no such supplier (any more). */
export async function findSupplier(client: Supabase, id: string): Promise<Supplier | null> {
  const { data } = await client
    .from("suppliers")
    .select(SUPPLIER_COLUMNS)
    .eq("id", id)
    .maybeSingle()
    .throwOnError();
  return data;
}

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
    client.rpc("receipt_costs", { of_receipt: id }, getOptions).throwOnError(),
  ]);
  if (!receipt) return null;
  const costOf = new Map(costs.map(({ item_id, unit_cost }) => [item_id, unit_cost]));
  const named = await nameSteps(client, lines, ({ item_id }) => item_id);
  return {
    ...receipt,
    lines: named.map(({ sold_by: _, ...line }) => ({ ...line, unit_cost: costOf.get(line.item_id) ?? null })),
  };
}

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
      .rpc("list_count_lines", { of_count: count, skip: from, take: to - from + 1 }, getOptions)
      .throwOnError();
    return nameSteps(client, data, ({ item_id }) => item_id);
  });
}

export type UncountedItem = Pick<StockItem, "name" | "reference" | "stock"> & { item_id: string };

const MAX_UNCOUNTED = 100;

/** What lies on the shelf or in the category of a count and is not counted yet; the first of it. */
export async function listUncounted(client: Supabase, count: string): Promise<UncountedItem[]> {
  const { data } = await client
    .rpc("uncounted_items", { of_count: count, take: MAX_UNCOUNTED }, getOptions)
    .throwOnError();
  return nameSteps(client, data, ({ item_id }) => item_id);
}

/** By name. */
export async function listCountCategories(client: Supabase): Promise<{ id: string; name: string }[]> {
  const { data } = await client.from("categories").select("id,name").order("name").throwOnError();
  return data;
}

export interface ReorderItem {
  item_id: string;
  product_id: string;
  name: string;
  reference: string | null;
  stock: number;
  /** Expected from suppliers. */
  incoming: number;
  /** In ninety days. */
  sold_quantity: number;
  days_left: number;
  suggested_quantity: number;
  /** In whole francs; null when it is unknown, or not for the reader. */
  last_cost: number | null;
}

/** What has to be bought so that the stock lasts for so many days; what runs out first comes first. */
export function listItemsToReorder(
  client: Supabase,
  days: number,
  page: number,
): Promise<ListPage<ReorderItem>> {
  return loadListPage(page, LINES_PAGE_SIZE, (from, to) => readItemsToReorder(client, days, from, to));
}

async function readItemsToReorder(
  client: Supabase,
  days: number,
  from: number,
  to: number,
): Promise<ReorderItem[]> {
  const { data } = await client
    .rpc("items_to_reorder", { cover_days: days, skip: from, take: to - from + 1 }, getOptions)
    .throwOnError();
  return nameSteps(client, data, ({ item_id }) => item_id);
}

/** The whole list, for its file. */
export async function* fetchReorderPages(client: Supabase, days: number): AsyncGenerator<ReorderItem[]> {
  for (let from = 0; ; from += EXPORT_PAGE_SIZE) {
    const items = await readItemsToReorder(client, days, from, from + EXPORT_PAGE_SIZE - 1);
    yield items;
    if (items.length < EXPORT_PAGE_SIZE) return;
  }
}
