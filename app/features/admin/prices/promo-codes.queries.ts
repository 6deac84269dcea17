/** Queries of the promo codes. Every function throws when the backend returns an error. */
import { type ListPage, loadListPage } from "#app/lib/lists/list-page.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { PROMO_CODE_KINDS } from "./promo-code.schema.ts";

const PAGE_SIZE = 25;

type Row = Database["public"]["Tables"]["promo_codes"]["Row"];

export type PromoCode = Omit<Row, "kind" | "created_at"> & { kind: (typeof PROMO_CODE_KINDS)[number] };

export const PROMO_CODE_COLUMNS =
  "id,code,kind,amount,percent,minimum_amount,category_ids,starts_at,ends_at,max_uses,max_uses_per_customer,used_count,is_active,updated_at";

type SelectedRow = Omit<Row, "created_at">;

/** The database knows no other kinds. */
export function toPromoCode(row: SelectedRow): PromoCode {
  const { kind } = row;
  return { ...row, kind: kind === "percent" || kind === "free_delivery" ? kind : "amount" };
}

/** Newest first. */
export function listPromoCodes(client: Supabase, page: number): Promise<ListPage<PromoCode>> {
  return loadListPage(page, PAGE_SIZE, async (from, to) => {
    const { data } = await client
      .from("promo_codes")
      .select(PROMO_CODE_COLUMNS)
      .order("created_at", { ascending: false })
      .order("id")
      .range(from, to)
      .throwOnError();
    return data.map(toPromoCode);
  });
}

/** Null when there is no such code (any more). */
export async function findPromoCode(client: Supabase, id: string): Promise<PromoCode | null> {
  const { data } = await client
    .from("promo_codes")
    .select(PROMO_CODE_COLUMNS)
    .eq("id", id)
    .maybeSingle()
    .throwOnError();
  return data && toPromoCode(data);
}

export interface CategoryChoice {
  id: string;
  name: string;
}

/** All categories by name, for what a code or a sale is about. */
export async function listCategoryChoices(client: Supabase): Promise<CategoryChoice[]> {
  const { data } = await client.from("categories").select("id,name").order("name").throwOnError();
  return data;
}
