/** The orders as the back office reads them. Every function throws the backend's own error when it refuses. */
import { nextDay } from "../../../lib/days.ts";
import { type ListPage, readListPage } from "../../../lib/list-page.ts";
import { ORDER_COLUMNS, toStoredOrder } from "../../../lib/stored-order.ts";
import type { Supabase } from "../../../lib/supabase.client.ts";
import type { OfficeOrder } from "./office-order.ts";
import { isFiltered, type OrderFilters } from "./orders-address.ts";

const PAGE = 25;

const COLUMNS = `${ORDER_COLUMNS},customer_email,processing_at,completed_at,cancelled_at` as const;

export interface OrderPage extends ListPage<OfficeOrder> {
  /** When the newest order of all was placed, whether it is shown here or not; null without any. */
  newest: string | null;
}

interface Wanted {
  filters: OrderFilters;
  /** From 1; beyond the last one the first is given. */
  page: number;
}

/** Newest first. */
export async function listOrders(client: Supabase, { filters, page }: Wanted): Promise<OrderPage> {
  const [found, newest] = await Promise.all([
    readListPage(page, PAGE, async (from, to) => {
      const { data } = await matching(client, filters).range(from, to).throwOnError();
      return data;
    }),
    page === 1 && !isFiltered(filters) ? null : newestOrder(client),
  ]);
  const rows = await withActors(client, found.rows);
  return { ...found, rows, newest: newest ?? rows[0]?.created_at ?? null };
}

/** The orders with these ids, in their order; one that is not to be seen (any more) is missing. */
export async function readOrders(client: Supabase, ids: readonly string[]): Promise<OfficeOrder[]> {
  if (ids.length === 0) return [];
  const { data } = await client.from("orders").select(COLUMNS).in("id", ids).throwOnError();
  const orders = new Map((await withActors(client, data)).map((order) => [order.id, order]));
  return ids.flatMap((id) => orders.get(id) ?? []);
}

/** The order of an address, which may hold anything in the place of an id; null when there is none. */
export async function findOfficeOrder(client: Supabase, id: string): Promise<OfficeOrder | null> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return null;
  const [order] = await readOrders(client, [id.toLowerCase()]);
  return order ?? null;
}

/** How many were placed after this moment; all of them for null. */
export async function countOrdersSince(client: Supabase, since: string | null): Promise<number> {
  const orders = client.from("orders").select("id", { count: "exact", head: true });
  const { count } = await (since === null ? orders : orders.gt("created_at", since)).throwOnError();
  return count ?? 0;
}

/**
 * How many the filters find. Apart from the list, which does not wait for it: counting takes the longer the more there
 * are, and a guess of the database would be off by half, as it knows nothing of who may see which order.
 */
export async function countOrders(client: Supabase, filters: OrderFilters): Promise<number> {
  const exactly = { count: "exact", head: true } as const;
  const { search } = filters;
  const all = search
    ? client.rpc("search_orders", { query: search }, exactly)
    : client.from("orders").select("id", exactly);
  const { count } = await conditionsOf(filters)
    .reduce((query, [column, operator, value]) => query.filter(column, operator, value), all)
    .throwOnError();
  return count ?? 0;
}

function matching(client: Supabase, filters: OrderFilters) {
  const { search } = filters;
  const all = search
    ? client.rpc("search_orders", { query: search }, { get: true }).select(COLUMNS)
    : client.from("orders").select(COLUMNS);
  return conditionsOf(filters)
    .reduce((query, [column, operator, value]) => query.filter(column, operator, value), all)
    .order("created_at", { ascending: false })
    .order("id");
}

type Condition = [column: string, operator: string, value: string];

function conditionsOf({ status, from, to }: OrderFilters): Condition[] {
  const conditions: Condition[] = [];
  if (status) conditions.push(["status", "eq", status]);
  // Ouagadougou keeps UTC.
  if (from) conditions.push(["created_at", "gte", `${from}T00:00:00Z`]);
  if (to) conditions.push(["created_at", "lt", `${nextDay(to)}T00:00:00Z`]);
  return conditions;
}

async function newestOrder(client: Supabase): Promise<string | null> {
  const { data } = await client
    .from("orders")
    .select("created_at")
    .order("created_at", { ascending: false })
    .limit(1)
    .maybeSingle()
    .throwOnError();
  return data?.created_at ?? null;
}

type Row = Parameters<typeof toStoredOrder>[0] &
  Pick<OfficeOrder, "customer_email" | "processing_at" | "completed_at" | "cancelled_at">;

async function withActors(client: Supabase, rows: readonly Row[]): Promise<OfficeOrder[]> {
  const ids = rows.filter(({ status }) => status !== "pending").map(({ id }) => id);
  const actors = await actorsOf(client, ids);
  return rows.map((row) => ({
    ...toStoredOrder(row),
    customer_email: row.customer_email,
    processing_at: row.processing_at,
    completed_at: row.completed_at,
    cancelled_at: row.cancelled_at,
    actors: new Map(
      actors.filter(({ row_id }) => row_id === row.id).map(({ status, actor_name }) => [status, actor_name]),
    ),
  }));
}

/** Who brought which order to which state. Without it the orders are of use, too: a failure is only logged. */
async function actorsOf(client: Supabase, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const { data, error } = await client
    .from("audit_log")
    .select("row_id,actor_name,status:after->>status")
    .eq("table_name", "orders")
    .in("row_id", ids)
    .not("actor_name", "is", null);
  if (error) console.error("office: who changed the orders could not be read", error);
  return (data ?? []).flatMap(({ row_id, actor_name, status }) =>
    actor_name !== null && status !== null ? [{ row_id, actor_name, status }] : [],
  );
}
