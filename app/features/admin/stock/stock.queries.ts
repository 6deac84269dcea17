/** Queries of the stock ledger. Every function throws when the backend returns an error. */
import { isUuid } from "#app/lib/is-uuid.ts";
import { type ListPage, loadListPage } from "#app/lib/lists/list-page.ts";
import type { Database, StockReason, Unit } from "#app/lib/supabase/database.types.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

const PAGE_SIZE = 50;
export interface StockProduct {
  id: string;
  name: string;
  stock: number;
  has_variants: boolean;
  unit: Unit;
  step_size: number;
}

/** Null when there is no such product (any more). */
export async function findStockProduct(client: Supabase, id: string): Promise<StockProduct | null> {
  if (!isUuid(id)) return null;
  const { data } = await client
    .from("products")
    .select("id,name,stock,has_variants,unit,step_size")
    .eq("id", id)
    .maybeSingle()
    .throwOnError();
  return data;
}

export interface ItemCost {
  item_id: string;
  name: string;
  /** In whole francs, as all that follow. */
  price: number;
  last_cost: number;
  last_at: string;
  average_cost: number;
}

/** What the product or each variant cost; empty for whoever may not know. */
export async function listItemCosts(client: Supabase, product: string): Promise<ItemCost[]> {
  const { data } = await client.rpc("item_costs", { of_product: product }, { get: true }).throwOnError();
  return data;
}

export interface LedgerVariant {
  id: string;
  choices: string[];
  stock: number;
}

/** So many variants can be chosen. */
const MAX_VARIANTS = 1000;

export async function listLedgerVariants(client: Supabase, product: string): Promise<LedgerVariant[]> {
  const { data } = await client
    .from("product_variants")
    .select("id,choices,stock")
    .eq("product_id", product)
    .order("position")
    .order("id")
    .limit(MAX_VARIANTS)
    .throwOnError();
  return data;
}

type LedgerRow = Database["public"]["Functions"]["stock_ledger"]["Returns"][number];

export interface LedgerEntry extends Pick<LedgerRow, "at" | "kind" | "quantity" | "stock_after"> {
  reason: StockReason | null;
  variant_name: string | null;
  order_id: string | null;
  order_number: string | null;
  movement_id: string | null;
  unit_cost: number | null;
  actor_name: string | null;
}

/** What changed the stock of a product, or of one of its variants, newest first. */
export function listLedger(
  client: Supabase,
  product: string,
  variant: string | null,
  page: number,
): Promise<ListPage<LedgerEntry>> {
  return loadListPage(page, PAGE_SIZE, async (from, to) => {
    const { data } = await client
      .rpc(
        "stock_ledger",
        { product, ...(variant !== null && { variant }), skip: from, take: to - from + 1 },
        { get: true },
      )
      .throwOnError()
      // The generated types do not say which columns of a function may be null.
      .overrideTypes<LedgerEntry[], { merge: false }>();
    return data;
  });
}
