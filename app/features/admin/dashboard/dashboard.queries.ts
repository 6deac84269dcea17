/**
 * Queries for the dashboard. Every function throws when the backend returns an error. The database
 * aggregates: only sums are transferred.
 */
import * as z from "zod/mini";
import { formatQuantity } from "#app/lib/format/units.ts";
import type { OrderStatus, Unit } from "#app/lib/supabase/database.types.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { Period } from "./period.ts";

const ROW_LIMIT = 5;
/** The orders are exact. The products, the technicians and the low stock are estimates above `MAX_EXACT_COUNT`. */
export interface ShopCounts {
  products: number;
  categories: number;
  technicians: number;
  orders: number;
  /** Products below the threshold in the settings. */
  low_stock: number;
  pending_orders: number;
}

export async function getShopCounts(client: Supabase): Promise<ShopCounts> {
  const { data } = await client.rpc("dashboard_counts", undefined, { get: true }).single().throwOnError();
  return data;
}

export interface CashCheck {
  /** «2026-11-21» */
  day: string;
  orders_count: number;
  problem_count: number;
  /** The first of the orders whose amounts differ. */
  problems: CashProblem[];
}

const problemsSchema = z.array(
  z.object({ id: z.string(), number: z.string(), paid: z.number(), booked: z.number() }),
);
type CashProblem = z.infer<typeof problemsSchema>[number];

/** The last night in which all orders were compared with the cash book; null before the first one. */
export async function findCashCheck(client: Supabase): Promise<CashCheck | null> {
  const { data } = await client
    .from("cash_checks")
    .select("day,orders_count,problem_count,problems")
    .not("finished_at", "is", null)
    .order("day", { ascending: false })
    .limit(1)
    .maybeSingle()
    .throwOnError();
  return data && { ...data, problems: problemsSchema.parse(data.problems) };
}

export interface StockCheck {
  /** «2026-11-21» */
  day: string;
  products_count: number;
  problem_count: number;
  /** The first of the products whose stock differs from the ledger. */
  problems: StockProblem[];
}

const stockProblemsSchema = z.array(
  z.object({ id: z.string(), name: z.string(), stock: z.number(), booked: z.number() }),
);
type StockProblem = z.infer<typeof stockProblemsSchema>[number];

/** The last night in which all stocks were compared with the ledger; null before the first one. */
export async function findStockCheck(client: Supabase): Promise<StockCheck | null> {
  const { data } = await client
    .from("stock_checks")
    .select("day,products_count,problem_count,problems")
    .not("finished_at", "is", null)
    .order("day", { ascending: false })
    .limit(1)
    .maybeSingle()
    .throwOnError();
  return data && { ...data, problems: stockProblemsSchema.parse(data.problems) };
}

export interface DailySales {
  /** «2026-11-21» */
  day: string;
  orders: number;
  /** In whole francs. */
  amount: number;
}

/** One row per day, the last day last, without cancelled orders. */
export async function listDailySales(client: Supabase, { preset, ...days }: Period): Promise<DailySales[]> {
  if (preset === null) return listSalesBetween(client, days);
  const { data } = await client.rpc("sales_by_day", { days: preset }, { get: true }).throwOnError();
  return data;
}

export interface SalesTotals {
  orders: number;
  /** In whole francs. */
  amount: number;
}

/** The sums of the days before the period. */
export async function getPreviousSales(client: Supabase, { previous }: Period): Promise<SalesTotals> {
  return sumSales(await listSalesBetween(client, previous));
}

export function sumSales(sales: readonly SalesTotals[]): SalesTotals {
  return {
    orders: sales.reduce((sum, day) => sum + day.orders, 0),
    amount: sales.reduce((sum, day) => sum + day.amount, 0),
  };
}

async function listSalesBetween(
  client: Supabase,
  { first, last }: Pick<Period, "first" | "last">,
): Promise<DailySales[]> {
  const days = { first_day: first, last_day: last };
  const { data } = await client.rpc("sales_between", days, { get: true }).throwOnError();
  return data;
}

export interface OrdersByStatus {
  status: OrderStatus;
  orders: number;
  /** In whole francs. */
  amount: number;
}

/** All statuses, also those without orders. */
export async function listOrdersByStatus(client: Supabase): Promise<OrdersByStatus[]> {
  const { data } = await client.rpc("orders_by_status", undefined, { get: true }).throwOnError();
  return data;
}

export interface BestSeller {
  product_id: string;
  name: string;
  image: string | null;
  /** In its unit: «12,5 m». */
  quantity: string;
  /** In whole francs. */
  amount: number;
}

/** The 5 products with the most pieces or steps sold in the period. */
export async function listBestSellers(
  client: Supabase,
  { preset, first, last }: Period,
): Promise<BestSeller[]> {
  const top = ROW_LIMIT;
  const { data } = await (preset === null
    ? client.rpc("best_sellers_between", { first_day: first, last_day: last, top }, { get: true })
    : client.rpc("best_sellers", { days: preset, top }, { get: true })
  ).throwOnError();
  const { data: products } = await client
    .from("products")
    .select("id,unit,step_size")
    .in(
      "id",
      data.map(({ product_id }) => product_id),
    )
    .throwOnError();
  const soldBy = new Map(products.map(({ id, ...unit }) => [id, unit]));
  return data.map(({ pieces, ...product }) => ({
    ...product,
    // A product that was deleted since is one of pieces.
    quantity: formatQuantity(pieces, soldBy.get(product.product_id) ?? {}),
  }));
}

export interface RecentOrder {
  id: string;
  number: string;
  customer_name: string;
  status: OrderStatus;
  created_at: string;
  /** In whole francs, as that of what was refused or returned. */
  total_amount: number;
  credited_amount: number;
}

/** The latest 5, newest first. */
export async function listRecentOrders(client: Supabase): Promise<RecentOrder[]> {
  const { data } = await client
    .from("orders")
    .select("id,number,customer_name,status,created_at,total_amount,credited_amount")
    .order("created_at", { ascending: false })
    .order("id")
    .limit(ROW_LIMIT)
    .throwOnError();
  return data;
}

export interface LowStockProduct {
  id: string;
  name: string;
  reference: string | null;
  stock: number;
  unit: Unit;
  step_size: number;
}

/** The 5 products with the least stock below the threshold in the settings. */
export async function listLowStockProducts(client: Supabase): Promise<LowStockProduct[]> {
  const { data } = await client
    .rpc("low_stock_products", { top: ROW_LIMIT }, { get: true })
    .select("id,name,reference,stock,unit,step_size")
    .throwOnError();
  return data;
}
