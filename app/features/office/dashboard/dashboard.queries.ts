/** What the dashboard reads. Every function throws when the backend refuses; of the figures only counts travel. */
import type { Supabase } from "../../../lib/supabase.client.ts";

const RECENT = 5;
const count = { count: "exact", head: true } as const;

export interface ShopCounts {
  products: number;
  categories: number;
  technicians: number;
  orders: number;
  lowStock: number;
  pending: number;
}

/** `threshold`: a stock below it counts as low. */
export async function countShop(client: Supabase, threshold: number): Promise<ShopCounts> {
  const [products, categories, technicians, orders, lowStock, pending] = await Promise.all([
    client.from("products").select("id", count).throwOnError(),
    client.from("categories").select("id", count).throwOnError(),
    client.from("technician_profiles").select("id", count).throwOnError(),
    client.from("orders").select("id", count).throwOnError(),
    client.from("products").select("id", count).lt("stock", threshold).throwOnError(),
    client.from("orders").select("id", count).eq("status", "pending").throwOnError(),
  ]);
  return {
    products: products.count ?? 0,
    categories: categories.count ?? 0,
    technicians: technicians.count ?? 0,
    orders: orders.count ?? 0,
    lowStock: lowStock.count ?? 0,
    pending: pending.count ?? 0,
  };
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

/** The 5 products with the least stock below the threshold. */
export async function listLowStock(client: Supabase, threshold: number): Promise<LowProduct[]> {
  const { data } = await client
    .from("products")
    .select("id,name,reference,stock")
    .lt("stock", threshold)
    .order("stock")
    .order("name")
    .order("id")
    .limit(RECENT)
    .throwOnError();
  return data;
}
