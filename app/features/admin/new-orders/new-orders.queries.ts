/** Queries for the orders that have arrived. Every function throws the backend's error. */
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

export interface NewOrder {
  id: string;
  number: string;
  customer_name: string;
  /** In whole francs. */
  total_amount: number;
  created_at: string;
}

/** An order is visible some moments after its time, when its transaction has ended. */
const OVERLAP_MS = 60_000;
/** More of them in one moment are counted no further. */
const MAX_ORDERS = 50;

/** The newest orders from a minute before this moment on, newest first; what was split off one is not new. */
export async function listOrdersFrom(client: Supabase, moment: string): Promise<NewOrder[]> {
  const from = new Date(Date.parse(moment) - OVERLAP_MS).toISOString();
  const { data } = await client
    .from("orders")
    .select("id,number,customer_name,total_amount,created_at")
    .gte("created_at", from)
    .is("split_from_id", null)
    .order("created_at", { ascending: false })
    .order("id")
    .limit(MAX_ORDERS)
    .throwOnError();
  return data;
}

/** The time of the newest order, or of nothing: the database's clock decides, not the browser's. */
export async function getNewestOrderTime(client: Supabase): Promise<string> {
  const { data } = await client
    .from("orders")
    .select("created_at")
    .order("created_at", { ascending: false })
    .limit(1)
    .maybeSingle()
    .throwOnError();
  return data?.created_at ?? "2000-01-01T00:00:00Z";
}
