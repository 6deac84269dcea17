/** Queries for orders in the admin. Every function throws the backend's own error. */

import { getNextDay } from "#app/lib/format/days.ts";
import { isUuid } from "#app/lib/is-uuid.ts";
import { type ListPage, loadListPage } from "#app/lib/lists/list-page.ts";
import { parseOrder } from "#app/lib/models/order.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { AdminOrder } from "./admin-order.ts";
import { hasFilters, type OrderFilters } from "./orders-search-params.ts";

const PAGE_SIZE = 25;

export interface OrderPage extends ListPage<AdminOrder> {
  /** When the newest order of all was placed, whether it is on this page or not; null without any order. */
  newestCreatedAt: string | null;
}

interface ListOrdersParams {
  filters: OrderFilters;
  /** 1-based; a page beyond the last one returns the last. */
  page: number;
}

/** Newest first. */
export async function listOrders(client: Supabase, { filters, page }: ListOrdersParams): Promise<OrderPage> {
  const [result, newest] = await Promise.all([
    loadListPage(page, PAGE_SIZE, async (from, to) => {
      const { data } = await buildOrdersQuery(client, filters).range(from, to).throwOnError();
      return data;
    }),
    page === 1 && !hasFilters(filters) ? null : getNewestCreatedAt(client),
  ]);
  const rows = await withActors(client, result.rows);
  return { ...result, rows, newestCreatedAt: newest ?? rows[0]?.created_at ?? null };
}

/** The orders with these ids, in their order; an order that is not visible (any more) is missing. */
export async function getOrdersByIds(client: Supabase, ids: readonly string[]): Promise<AdminOrder[]> {
  if (ids.length === 0) return [];
  const { data } = await client.from("orders").select("*").in("id", ids).throwOnError();
  const orders = new Map((await withActors(client, data)).map((order) => [order.id, order]));
  return ids.flatMap((id) => orders.get(id) ?? []);
}

/** The order with an id from a URL, which may be any text; null when there is none. */
export async function findAdminOrder(client: Supabase, id: string): Promise<AdminOrder | null> {
  if (!isUuid(id)) return null;
  const [order] = await getOrdersByIds(client, [id.toLowerCase()]);
  return order ?? null;
}

/** The references of an order's products and variants by their ids; a product without one, or a deleted one, is missing. */
export async function listReferences(
  client: Supabase,
  { lines }: Pick<AdminOrder, "lines">,
): Promise<ReadonlyMap<string, string>> {
  const ids = lines.map(({ id }) => id).filter(isUuid);
  if (ids.length === 0) return new Map();
  const { data } = await client.from("sellable_items").select("id,reference").in("id", ids).throwOnError();
  return new Map(data.flatMap(({ id, reference }) => (id && reference ? [[id, reference] as const] : [])));
}

/** The number of orders placed after this time; of all orders for null. */
export async function countOrdersSince(client: Supabase, since: string | null): Promise<number> {
  const orders = client.from("orders").select("id", { count: "exact", head: true });
  const { count } = await (since === null ? orders : orders.gt("created_at", since)).throwOnError();
  return count ?? 0;
}

/**
 * The number of orders that match the filters, from the daily sums unless they search or name a customer. It is
 * separate from the list, which does not wait for it.
 */
export async function countOrders(client: Supabase, filters: OrderFilters): Promise<number> {
  const { search, status, from, to, customer } = filters;
  if (!search && !customer) {
    const days = { ...(status && { status }), ...(from && { first_day: from }), ...(to && { last_day: to }) };
    const { data } = await client.rpc("count_orders", days, { get: true }).throwOnError();
    return data;
  }
  const counted = { count: "exact", head: true } as const;
  const found = search
    ? client.rpc("search_orders", { query: search }, counted)
    : client.from("orders").select("id", counted);
  const { count } = await toConditions(filters)
    .reduce((query, [column, operator, value]) => query.filter(column, operator, value), found)
    .throwOnError();
  return count ?? 0;
}

/** The maximum that PostgREST returns. */
const EXPORT_PAGE_SIZE = 1000;

/** An order as it is exported, which nobody asks who changed it. */
export type ExportedOrder = Omit<AdminOrder, "actors">;

/**
 * All orders that match the filters, newest first. Each page starts after the last order of the previous one (keyset
 * pagination), so that orders placed in the meantime are neither repeated nor skipped.
 */
export async function* fetchOrderPages(
  client: Supabase,
  filters: OrderFilters,
): AsyncGenerator<ExportedOrder[], void, void> {
  let lastRow: { created_at: string; id: string } | undefined;
  do {
    let page = buildOrdersQuery(client, filters);
    if (lastRow) {
      const { created_at: at, id } = lastRow;
      page = page.lte("created_at", at).or(`created_at.lt."${at}",id.gt.${id}`);
    }
    const { data } = await page.limit(EXPORT_PAGE_SIZE).throwOnError();
    yield data.map((row) => ({ ...row, ...parseOrder(row) }));
    lastRow = data.length === EXPORT_PAGE_SIZE ? data.at(-1) : undefined;
  } while (lastRow);
}

function buildOrdersQuery(client: Supabase, filters: OrderFilters) {
  const { search } = filters;
  const all = search
    ? client.rpc("search_orders", { query: search }, { get: true }).select("*")
    : client.from("orders").select("*");
  return toConditions(filters)
    .reduce((query, [column, operator, value]) => query.filter(column, operator, value), all)
    .order("created_at", { ascending: false })
    .order("id");
}

type Condition = [column: string, operator: string, value: string];

function toConditions({ status, from, to, customer }: OrderFilters): Condition[] {
  const conditions: Condition[] = [];
  if (customer) conditions.push(["user_id", "eq", customer]);
  if (status) conditions.push(["status", "eq", status]);
  // Ouagadougou is on UTC.
  if (from) conditions.push(["created_at", "gte", `${from}T00:00:00Z`]);
  if (to) conditions.push(["created_at", "lt", `${getNextDay(to)}T00:00:00Z`]);
  return conditions;
}

async function getNewestCreatedAt(client: Supabase): Promise<string | null> {
  const { data } = await client
    .from("orders")
    .select("created_at")
    .order("created_at", { ascending: false })
    .limit(1)
    .maybeSingle()
    .throwOnError();
  return data?.created_at ?? null;
}

type OrderRow = Database["public"]["Tables"]["orders"]["Row"];

async function withActors(client: Supabase, rows: readonly OrderRow[]): Promise<AdminOrder[]> {
  const ids = rows.filter(({ status }) => status !== "pending").map(({ id }) => id);
  const actors = await listActors(client, ids);
  return rows.map((row) => ({
    ...row,
    ...parseOrder(row),
    actors: new Map(
      actors.filter(({ row_id }) => row_id === row.id).map(({ status, actor_name }) => [status, actor_name]),
    ),
  }));
}

/**
 * The administrators who changed the orders' statuses. The orders are useful without them: a failure is only
 * logged.
 */
async function listActors(client: Supabase, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const { data, error } = await client
    .from("audit_log")
    .select("row_id,actor_name,status:after->>status")
    .eq("table_name", "orders")
    .in("row_id", ids)
    .not("actor_name", "is", null);
  if (error) console.error("admin: the actors of the orders could not be loaded", error);
  return (data ?? []).flatMap(({ row_id, actor_name, status }) =>
    actor_name !== null && status !== null ? [{ row_id, actor_name, status }] : [],
  );
}
