/** Queries of the price lists and of the customers who asked for them. They throw when the backend returns an error. */
import { type ListPage, loadListPage } from "#app/lib/lists/list-page.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

const PAGE_SIZE = 25;
/** A shop has a handful of them. */
const MAX_LISTS = 100;

export interface PriceList {
  id: string;
  name: string;
  percent: number;
  is_active: boolean;
  updated_at: string;
}

export const PRICE_LIST_COLUMNS = "id,name,percent,is_active,updated_at";

/** By name. */
export async function listPriceLists(client: Supabase): Promise<PriceList[]> {
  const { data } = await client
    .from("price_lists")
    .select(PRICE_LIST_COLUMNS)
    .order("name")
    .limit(MAX_LISTS)
    .throwOnError();
  return data;
}

/** Null when there is no such list (any more). */
export async function findPriceList(client: Supabase, id: string): Promise<PriceList | null> {
  const { data } = await client
    .from("price_lists")
    .select(PRICE_LIST_COLUMNS)
    .eq("id", id)
    .maybeSingle()
    .throwOnError();
  return data;
}

export const MEMBER_STATES = ["requested", "granted", "refused", "withdrawn"] as const;
export type MemberState = (typeof MEMBER_STATES)[number];

export interface Member {
  user_id: string;
  trade: string;
  requested_at: string;
  decided_at: string | null;
  decided_by: string | null;
  reason: string | null;
  list_id: string | null;
  profiles: {
    first_name: string | null;
    last_name: string | null;
    email: string | null;
    phone: string | null;
  };
}

/** The customers in this state, the latest request first. */
export function listMembers(client: Supabase, state: MemberState, page: number): Promise<ListPage<Member>> {
  return loadListPage(page, PAGE_SIZE, async (from, to) => {
    const { data } = await client
      .from("price_list_members")
      .select(
        "user_id,trade,requested_at,decided_at,decided_by,reason,list_id,profiles!inner(first_name,last_name,email,phone)",
      )
      .eq("state", state)
      .order("requested_at", { ascending: false })
      .order("user_id")
      .range(from, to)
      .throwOnError();
    return data;
  });
}
