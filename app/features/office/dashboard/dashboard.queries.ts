/** What the dashboard reads. Every function throws when the backend refuses; of the figures only sums travel. */
import type { Supabase } from "../../../lib/supabase.client.ts";

const RECENT = 5;
/** The functions only read: asked by GET they may run beside others. */
const get = { get: true } as const;

export interface ShopCounts {
  products: number;
  categories: number;
  technicians: number;
  orders: number;
  /** Products below the threshold of the settings. */
  low_stock: number;
  pending_orders: number;
}

export async function countShop(client: Supabase): Promise<ShopCounts> {
  const { data } = await client.rpc("dashboard_counts", undefined, get).single().throwOnError();
  return data;
}

export interface DaySales {
  /** «2026-11-21» */
  day: string;
  orders: number;
  /** Whole francs. */
  amount: number;
}

/** Each of the last days, today last; cancelled orders aside. */
export async function listSales(client: Supabase, days: number): Promise<DaySales[]> {
  const { data } = await client.rpc("sales_by_day", { days }, get).throwOnError();
  return data;
}

export interface StatusOrders {
  status: string;
  orders: number;
  /** Whole francs. */
  amount: number;
}

/** All states, also those that no order is in. */
export async function listStatuses(client: Supabase): Promise<StatusOrders[]> {
  const { data } = await client.rpc("orders_by_status", undefined, get).throwOnError();
  return data;
}

export interface BestSeller {
  product_id: string;
  name: string;
  image: string | null;
  pieces: number;
  /** Whole francs. */
  amount: number;
}

/** The 5 products of which most pieces were sold in the last days. */
export async function listBestSellers(client: Supabase, days: number): Promise<BestSeller[]> {
  const { data } = await client.rpc("best_sellers", { days, top: RECENT }, get).throwOnError();
  return data;
}

export interface RecentOrder {
  id: string;
  number: string;
  customer_name: string;
  status: string;
  created_at: string;
  /** Whole francs. */
  total_amount: number;
}

/** The latest 5, newest first. */
export async function listRecentOrders(client: Supabase): Promise<RecentOrder[]> {
  const { data } = await client
    .from("orders")
    .select("id,number,customer_name,status,created_at,total_amount")
    .order("created_at", { ascending: false })
    .order("id")
    .limit(RECENT)
    .throwOnError();
  return data;
}

export interface LowProduct {
  id: string;
  name: string;
  reference: string | null;
  stock: number;
}

/** The 5 products with the least stock below the threshold of the settings. */
export async function listLowStock(client: Supabase): Promise<LowProduct[]> {
  const { data } = await client
    .rpc("low_stock_products", { top: RECENT }, get)
    .select("id,name,reference,stock")
    .throwOnError();
  return data;
}
