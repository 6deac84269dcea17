/** Queries of the sales. Every function throws when the backend returns an error. */
import { type ListPage, loadListPage } from "#app/lib/lists/list-page.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

const PAGE_SIZE = 25;

/** What a sale is about: a category, or a product or variant that may have a price of its own. */
export interface SaleItem {
  category_id: string | null;
  product_id: string | null;
  variant_id: string | null;
  price: number | null;
  categories: { name: string } | null;
  products: { name: string } | null;
  product_variants: { choices: string[] } | null;
}

export interface Sale {
  id: string;
  name: string;
  /** Null when each item has its own price. */
  percent: number | null;
  starts_at: string;
  ends_at: string;
  updated_at: string;
  sale_items: SaleItem[];
}

const SALE_COLUMNS =
  "id,name,percent,starts_at,ends_at,updated_at,sale_items(category_id,product_id,variant_id,price,categories(name),products(name),product_variants(choices))";

/** The latest begin first. */
export function listSales(client: Supabase, page: number): Promise<ListPage<Sale>> {
  return loadListPage(page, PAGE_SIZE, async (from, to) => {
    const { data } = await client
      .from("sales")
      .select(SALE_COLUMNS)
      .order("starts_at", { ascending: false })
      .order("id")
      .range(from, to)
      .throwOnError();
    return data;
  });
}
