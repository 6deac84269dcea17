/** Queries of the prices by quantity of a product. They throw when the backend returns an error. */
import { isUuid } from "#app/lib/is-uuid.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

export interface PricedItem {
  id: string;
  variant_id: string | null;
  /** Null for a product without variants. */
  variant: string | null;
  price: number;
}

export interface StoredBreak {
  variant_id: string | null;
  /** Null for everybody's. */
  list_id: string | null;
  minimum_quantity: number;
  price: number;
}

export interface ItemPrices {
  items: PricedItem[];
  breaks: StoredBreak[];
  lists: { id: string; name: string }[];
}

/** What a product is sold in, with the prices by quantity of each. Nothing for an id that no product can have. */
export async function listItemPrices(client: Supabase, product: string): Promise<ItemPrices> {
  if (!isUuid(product)) return { items: [], breaks: [], lists: [] };
  const [items, breaks, lists] = await Promise.all([
    client
      .from("sellable_items")
      .select("id,variant_id,variant,price")
      .eq("product_id", product)
      .order("variant")
      .limit(1000)
      .throwOnError(),
    client
      .from("price_breaks")
      .select("variant_id,list_id,minimum_quantity,price")
      .eq("product_id", product)
      .order("minimum_quantity")
      .throwOnError(),
    client.from("price_lists").select("id,name").order("name").limit(100).throwOnError(),
  ]);
  return {
    // Columns of a view are nullable in the generated types.
    items: items.data.flatMap(({ id, variant_id, variant, price }) =>
      id !== null && price !== null ? [{ id, variant_id, variant, price }] : [],
    ),
    breaks: breaks.data,
    lists: lists.data,
  };
}
